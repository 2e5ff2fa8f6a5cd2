"""annotate_folder.py FOLDER OUT.pgn [NODES]: every game of a folder judged by the engine, on all processors."""
import os
import sys

import xq

folder, out, *nodes = sys.argv[1:]
count = 0
with xq.writer(out) as writer:
    for game in xq.annotate(folder, nodes=int(nodes[0]) if nodes else 0, threads=os.cpu_count() or 1):
        writer.write(game)
        count += 1
print(f"{count} games in {out}")
