"""Draw docs/images/turn.svg, the moving picture of README: a mistake of a game, why it is one, and the line played out.

    python tools/moving_picture.py [--nodes N]

The game is examples/carlsen-anand-2014-game-6.pgn, the sentence what ``kiebitz explain`` says of the move. Who wants no
motion sees the first picture alone (``prefers-reduced-motion``).
"""

import argparse
import textwrap
from html import escape
from pathlib import Path

import chess
import chess.pgn

import kiebitz
from kiebitz.commandline.chess_diagram import SIZE, arrow, definitions, man_id

ROOT = Path(__file__).parents[1]
GAME, NUMBER = ROOT / "examples/carlsen-anand-2014-game-6.pgn", 26
TARGET = ROOT / "docs/images/turn.svg"
SECONDS, FIRST_SECONDS, MOST_PLIES = 1.6, 4.0, 5
WIDTH, TEXT_X, LINE = 820, SIZE + 24, 26
STYLE = """
text{font:17px system-ui,sans-serif;fill:#24292f}.on-dark,.on-light{font-size:11px;fill:#5b4a36}
.light{fill:#f0d9b5}.dark{fill:#b58863}.played{fill:#d0342c;fill-opacity:.75}.line{fill:#2a7d4f;fill-opacity:.75}
.head{font-size:22px;font-weight:600}.ground{fill:#ffffff}
@media(prefers-color-scheme:dark){.words text{fill:#e6edf3}.ground{fill:#161b22}}
.frame{opacity:0;animation-iteration-count:infinite;animation-timing-function:step-end}
@media(prefers-reduced-motion:reduce){.frame{animation:none!important}.frame:first-of-type{opacity:1}}
"""


def found() -> tuple[chess.Board, chess.Move]:
    """The position of the mistake, and the move."""
    with GAME.open() as file:
        game = chess.pgn.read_game(file)
    assert game is not None
    board = game.board()
    for move in game.mainline_moves():
        if board.fullmove_number == NUMBER:
            return board, move
        board.push(move)
    raise SystemExit(f"{GAME.name} has no move {NUMBER}")


def drawn(board: chess.Board, move: chess.Move | None, kind: str) -> str:
    """A board with the arrow of a move."""
    men = "".join(
        f'<use href="#{man_id(man.symbol())}" x="{45 * chess.square_file(square)}"'
        f' y="{45 * (7 - chess.square_rank(square))}"/>'
        for square, man in board.piece_map().items()
    )
    shown = arrow(kind, board, move) if move else None
    pointed = f'<polygon class="{shown.kind}" points="{shown.points}"/>' if shown else ""
    return f'<use href="#squares"/><use href="#coordinates"/>{men}{pointed}'


def words(head: str, said: str) -> str:
    """The words beside a board."""
    lines = "".join(
        f'<text x="{TEXT_X}" y="{74 + LINE * number}">{escape(line)}</text>'
        for number, line in enumerate(textwrap.wrap(said, 46))
    )
    return f'<g class="words"><text class="head" x="{TEXT_X}" y="38">{escape(head)}</text>{lines}</g>'


def main() -> None:
    """Explain the move, and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=300_000)
    options = parser.parse_args()
    board, move = found()
    told = kiebitz.explain(board, move, kiebitz.Limit(nodes=options.nodes))
    head, sentences = f"{board.variation_san([move]).replace('. ', '.')}??", told.sentences()
    frames = [(board.copy(), move, "played", words(head, "The champion moves his king."))]
    walk = board.copy()
    walk.push(move)
    for uci in told.reasons[0].fact.line[:MOST_PLIES]:
        answer = walk.parse_uci(uci)
        frames.append((walk.copy(), answer, "line", words(head, sentences[0])))
        walk.push(answer)
    frames.append((walk, None, "line", words(head, " ".join(sentences[:2]))))
    lasts = [FIRST_SECONDS, *([SECONDS] * (len(frames) - 2)), FIRST_SECONDS]
    whole, begun, groups, rules = sum(lasts), 0.0, [], []
    for number, ((position, arrowed, kind, text), seconds) in enumerate(zip(frames, lasts, strict=True)):
        start, end = 100 * begun / whole, 100 * (begun + seconds) / whole
        before = "" if number == 0 else "0%{opacity:0}"
        after = "" if number == len(frames) - 1 else f"{end:.2f}%{{opacity:0}}"
        rules.append(f"@keyframes f{number}{{{before}{start:.2f}%{{opacity:1}}{after}}}")
        style = f"animation-name:f{number};animation-duration:{whole:.1f}s"
        groups.append(f'<g class="frame" style="{style}">{drawn(position, arrowed, kind)}{text}</g>')
        begun += seconds
    title = f"{head}, why it is a mistake, and the line played out"
    TARGET.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {SIZE}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title><style>{STYLE}{''.join(rules)}</style>"
        f'<rect class="ground" width="{WIDTH}" height="{SIZE}"/>{definitions()}{"".join(groups)}</svg>\n'
    )


if __name__ == "__main__":
    main()
