#!/usr/bin/env bash
# python.sh PACKAGES SOURCE ROOTS: install python3-xq, then the wheel, each in a bare Debian 12, and run programs of python/examples
# there. PACKAGES is what packaging/python.sh made. Root filesystems are kept in ROOTS. Exit 77: skipped.
set -euo pipefail
packages=$1 source=$2 roots=$3
. "$(dirname "$0")/bare.bash"
compgen -G "$packages/python3-xq_*.deb" >/dev/null || skip "no packages in $packages: ./run python"

# What both are asked: games, boards, a database, a book, the engine.
questions='
  cd /srv/asked
  $python - <<END
import xq
games = list(xq.read("games.pgn"))
board = xq.Board()
board.push_text("炮二平五")
database = xq.Database("games.xqdb", create=True)
database.import_games(games)
with xq.Engine() as engine:
    best = engine.play(board, nodes=2000)
print(len(games), len(database), len(board.legal_moves), board.text(best, style="chinese"))
END
  $python read_games.py games.pgn | tail -n 1'

ask() { # ask NAME INSTALL PYTHON
  rm -rf "${scratch:?}/bookworm"
  bare_root bookworm; root=$scratch/bookworm
  mkdir -p "$root/srv/asked" "$root/srv/packages"
  cp "$source/data/games.pgn" "$root/srv/asked/"
  cp "$source"/python/examples/*.py "$root/srv/asked/"
  cp "$packages"/*.deb "$packages"/*.whl "$root/srv/packages/"
  in_root "$root" "apt-get -qq update" || skip "apt reaches no Debian 12"
  in_root "$root" "$2" >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "$1 cannot be installed"; }
  in_root "$root" "python=$3; $questions" >"$scratch/$1.answers" || fail "a program fails with $1"
  said "$1: $(head -n 1 "$scratch/$1.answers")"
}
ask package 'apt-get -qq install -y --no-install-recommends /srv/packages/python3-xq_*.deb' python3
ask wheel 'apt-get -qq install -y --no-install-recommends python3-venv libsqlite3-0 libarchive13 libexpat1 libfmt9 libopencc1.1
  python3 -m venv /srv/venv && /srv/venv/bin/pip install -q --no-index /srv/packages/xq-*.whl' /srv/venv/bin/python
cmp "$scratch/package.answers" "$scratch/wheel.answers" || fail "the wheel answers otherwise than the package"
said "the same answers"
