"""label_positions.py GAMES NODES: a position a line, with the engine's value of it for the side to move.

FEN, TAB, centipawns, TAB, the best move: what learning programs take. Mates are near +-30000."""
import sys

import xq

path, nodes = sys.argv[1], int(sys.argv[2])
seen = set()
with xq.Engine(options={"Hash": 16}) as engine:
    for game in xq.read(path):
        board = game.board()
        for move in game.mainline_moves():
            fen = board.board_fen()
            if fen not in seen:
                seen.add(fen)
                best = engine.analyse(board, nodes=nodes).best
                if best is not None:
                    print(fen, best.score, best.moves[0], sep="\t")
            board.push(move)
