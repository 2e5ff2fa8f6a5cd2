"""Each file of a folder as PGN, bad games beside them: convert_folder.py FROM TO"""

import pathlib
import sys

import xq


def main(source: pathlib.Path, target: pathlib.Path) -> None:
    target.mkdir(exist_ok=True)
    for path in sorted(source.iterdir()):
        try:
            with xq.writer(target / (path.stem + ".pgn"), style="chinese") as out:
                for game in xq.read(path):
                    if game.usable:
                        out.write(game)
                    else:
                        print(game.problems[-1], file=sys.stderr)
            print(path.name, out.games)
        except xq.Error as error:  # no games, no format that is known: no file is written
            print(error, file=sys.stderr)


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
