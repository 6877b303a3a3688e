"""A program of shogi that plays some moves well enough and then does what its argument says; for tests of matches.

usage: misbehaving_usi.py crash|illegal|hang|slow|none|resign|win|polite|silent|flood [MOVES]

What it hears is added to the file that the environment names HEARD.
"""

import os
import sys
import time

BEHAVIOUR = sys.argv[1]
MOVES = int(sys.argv[2]) if len(sys.argv) > 2 else 2
HEARD = os.environ.get("HEARD")
LATE_S = 0.6
# Legal whatever the other does, as long as it stays away: a rook goes to and fro.
TO_AND_FRO = {"b": ("2h3h", "3h2h"), "w": ("8b7b", "7b8b")}


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
    answers = {"illegal": "5i5a", "none": "", "resign": "resign", "win": "win"}
    if BEHAVIOUR not in answers:
        return False
    say(f"bestmove {answers[BEHAVIOUR]}".strip())
    return True


def main():
    made, turn = 0, "b"
    for line in sys.stdin:
        if HEARD:
            with open(HEARD, "a", encoding="utf-8") as file:
                file.write(line)
        words = line.split()
        if words[:1] == ["usi"]:
            say("id name Misbehaving")
            say("option name Strict type check default false")
            say("option name Level type spin default 1 min 0 max 9")
            say("option name Style type combo default calm var calm var wild")
            say("usiok")
        elif words[:1] == ["isready"]:
            say("readyok")
        elif words[:1] == ["usinewgame"]:
            made = 0
        elif words[:1] == ["position"]:
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
            begins = "b" if words[1] == "startpos" else words[3]
            turn = begins if len(moves) % 2 == 0 else {"b": "w", "w": "b"}[begins]
        elif words[:1] == ["go"]:
            if made < MOVES or not misbehave():
                move = TO_AND_FRO[turn][made % 2]
                say(f"info depth 1 score cp 13 nodes 20 pv {move}")
                say(f"info depth 1 multipv 2 score cp -99 nodes 20 pv {move}")
                say(f"bestmove {move} ponder 1a1b")
            made += 1
        elif words[:1] == ["quit"]:
            return


if BEHAVIOUR == "silent":
    time.sleep(1000)
if BEHAVIOUR == "flood":
    while True:
        print(end="x" * 9999)
main()
