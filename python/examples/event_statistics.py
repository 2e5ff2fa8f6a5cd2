"""Who scored how many points in an event: event_statistics.py ARCHIVE EVENT"""

import sys
from collections import Counter

import xq


def main(path: str, event: str) -> None:
    points: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for game in xq.read(path):
        if event not in game.headers.get("Event", ""):
            continue
        red, black = game.headers.get("Red", "?"), game.headers.get("Black", "?")
        share = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}.get(game.result, (0, 0))
        for name, won in zip((red, black), share):
            points[name] += won
            games[name] += 1
    for name, total in points.most_common():
        print(f"{total:3} of {2 * games[name]:3}  {name}")


main(sys.argv[1], sys.argv[2])
