"""Games that break rules of one's own, besides those of the book: own_rules.py ARCHIVE"""

import sys
from typing import Iterator

import xq


def faults(game: xq.Game) -> Iterator[str]:
    for name in ("Event", "Red", "Black", "Date"):
        if not game.headers.get(name):
            yield f"there is no {name}"
    if game.headers.get("Red") == game.headers.get("Black"):
        yield "both players have one name"
    if game.result != "*" and game.plies < 10:
        yield f"a result after {game.plies} plies"
    for problem in game.problems + game.verify(rules="cxa"):
        yield problem.message


def main(path: str) -> None:
    for game in xq.read(path):
        for fault in faults(game):
            print(f"{game.source}:{game.line}: {fault}")


main(sys.argv[1])
