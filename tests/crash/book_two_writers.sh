#!/usr/bin/env bash
# Two programs at one book: of two that add games one is told to come back later, and no game is lost
# or counted twice; of two that build it anew the book is that of one of them.
here=$(realpath "${0%/*}")
. "$here/common.bash"

seq 200 | awk -f "$here/rook_games.awk" >first.pgn
seq 201 2200 | awk -f "$here/rook_games.awk" >left.pgn
seq 2201 4200 | awk -f "$here/rook_games.awk" >right.pgn
xq book build -q first.pgn left.pgn right.pgn -o all.xqbook || fail "build of all games"
for side in left right; do
  xq book build -q $side.pgn -o $side.xqbook || fail "build of $side"
done

refused=0
for round in 1 2; do
  rm -rf book; mkdir book
  xq book build -q first.pgn -o book/a.xqbook || fail "build of the first games"
  for side in left right; do
    xq book build -q --append $side.pgn -o book/a.xqbook 2>$side.err &
    pids[${#side}]=$!
  done
  for side in left right; do
    wait ${pids[${#side}]}
    statuses[${#side}]=$?
  done
  for side in left right; do
    status=${statuses[${#side}]}
    if [ $status -ne 0 ]; then
      [ $status -eq 3 ] || fail "$side: exit status $status: $(cat $side.err)"
      grep -q 'run the command again' $side.err || fail "$side: no advice: $(cat $side.err)"
      refused=$((refused + 1))
      xq book build -q --append $side.pgn -o book/a.xqbook || fail "$side the second time"
    fi
  done
  cmp book/a.xqbook all.xqbook || fail "games were lost or counted twice"

  xq book build -q left.pgn -o book/a.xqbook & one=$!
  xq book build -q right.pgn -o book/a.xqbook & two=$!
  wait $one || fail "the one build"
  wait $two || fail "the other build"
  cmp -s book/a.xqbook left.xqbook || cmp -s book/a.xqbook right.xqbook ||
    fail "two builds at a time made a book of neither"
  sound book/a.xqbook
  [ "$(find book -type f)" = book/a.xqbook ] || fail "something stays behind: $(ls book)"
done
[ $refused -gt 0 ] || fail "the two were never at it at the same time"
