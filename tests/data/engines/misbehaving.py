"""An engine that plays some moves well enough and then does what its argument says; for tests of the match referee.

usage: misbehaving.py crash|illegal|hang|slow|none|silent|resign|polite [MOVES] [xboard|xboard1]

As ``xboard1`` it speaks an xboard of its own: no setboard, no nps, no sd.
"""

import os
import sys
import time

if "xboard" in " ".join(sys.argv[2:]):
    print("feature done=0", flush=True)  # it may take long to begin

import chess

BEHAVIOUR = sys.argv[1]
MOVES = int(sys.argv[2]) if len(sys.argv) > 2 else 2
SPEAKS_OLD_XBOARD = "xboard1" in sys.argv
SPEAKS_XBOARD = "xboard" in sys.argv or SPEAKS_OLD_XBOARD
LATE_S = 0.6


def say(line):
    print(line, flush=True)


def misbehave():
    if BEHAVIOUR == "crash":
        print("\x1b[31massertion failed: king captured", file=sys.stderr, flush=True)
        os._exit(3)
    if BEHAVIOUR == "hang":
        time.sleep(1000)
    if BEHAVIOUR == "slow":
        time.sleep(LATE_S)
    if BEHAVIOUR == "illegal":
        say("move e2e5" if SPEAKS_XBOARD else "bestmove e2e5")
    elif BEHAVIOUR == "none":
        say("bestmove (none)")
    elif BEHAVIOUR == "resign":
        say("resign")
    else:
        return False
    return True


def answer(board, made):
    """Plays the first legal move in the order of their names, until it is time to misbehave."""
    if made >= MOVES and misbehave():
        return None
    move = min(board.legal_moves, key=lambda move: move.uci())
    if not SPEAKS_XBOARD:
        say("info depth 1 score cp 13 nodes 20 pv " + move.uci())
    say(("move " if SPEAKS_XBOARD else "bestmove ") + move.uci())
    return move


def uci():
    board, made = chess.Board(), 0
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            say("id name Misbehaving")
            say("option name Strict type check default false")
            say("option name Level type spin default 1 min 0 max 9")
            say("uciok")
        elif words[:1] == ["isready"]:
            say("readyok")
        elif words[:1] == ["ucinewgame"]:
            made = 0
        elif words[:1] == ["position"]:
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
            fen = " ".join(words[2:8])
            board = chess.Board() if words[1] == "startpos" else chess.Board(fen)
            for move in moves:
                board.push_uci(move)
        elif words[:1] == ["go"]:
            answer(board, made)
            made += 1
        elif words[:1] == ["quit"]:
            return


def xboard():
    board, made, is_forced = chess.Board(), 0, False

    def play():
        nonlocal made
        move = answer(board, made)
        made += 1
        if move is not None:
            board.push(move)

    for line in sys.stdin:
        words = line.split() or [""]
        if words[0] == "protover":
            say(f"feature ping=1 setboard={0 if SPEAKS_OLD_XBOARD else 1} usermove=1 colors=0 sigint=0 sigterm=0 san=0")
            say('feature myname="Misbehaving" done=1')
        elif words[0] == "level" and words[2] == "0:00":
            sys.exit("no such clock")
        elif words[0] == "sd" and SPEAKS_OLD_XBOARD:
            say(f"Illegal move: {line.strip()}")
        elif words[0] == "ping":
            say("pong " + words[1])
        elif words[0] == "new":
            board, made, is_forced = chess.Board(), 0, False
        elif words[0] == "force":
            is_forced = True
        elif words[0] == "setboard":
            board = chess.Board(" ".join(words[1:]))
        elif words[0] == "usermove":
            board.push_uci(words[1])
            if not is_forced:
                play()
        elif words[0] == "go":
            is_forced = False
            play()
        elif words[0] == "quit":
            return


if BEHAVIOUR == "silent":
    time.sleep(1000)
if SPEAKS_XBOARD:
    xboard()
else:
    uci()
