"""Every game of a file, a folder or an archive, with what is wrong: read_games.py ARCHIVE"""

import sys

import xq


def main(path: str) -> None:
    for game in xq.read(path, on_problem=print):
        if game.usable:
            board = game.starting_board()
            moves = board.variation_text(game.mainline_moves())
            print(game.headers.get("Red"), game.headers.get("Black"), game.result, moves)


main(sys.argv[1])
