"""Positions, moves and results for learning, as one file for NumPy: dataset.py ARCHIVE OUT.npz"""

import sys

import numpy as np
import xq


def main(source: str, target: str) -> None:
    games = xq.read_arrays(source)
    plies = np.diff(games.offsets)
    results = np.repeat(games.results, plies)  # of the game, for each of its moves
    known = results != 2
    boards = games.positions()  # uint8 (plies, 10, 9): 90 bytes a ply
    np.savez_compressed(target, boards=boards[known], moves=games.moves[known], results=results[known])
    print(f"{len(games)} games, {known.sum()} positions, {len(games.players)} players")


main(sys.argv[1], sys.argv[2])
