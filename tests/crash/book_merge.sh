#!/usr/bin/env bash
# kill -9 at any moment of a merge, and of adding games to a book; a disk that fills up: the old book
# or the new one, whole, and the next run gives what it always gives.
here=$(realpath "${0%/*}")
. "$here/common.bash"
kills=${XQ_KILLS:-4}

seq 2400 | awk -f "$here/rook_games.awk" >all.pgn
seq 1200 | awk -f "$here/rook_games.awk" >one.pgn
seq 1201 2400 | awk -f "$here/rook_games.awk" >two.pgn
for part in one two all; do
  xq book build -q $part.pgn -o $part.xqbook || fail "build $part"
done

mkdir book
# run_killed STEP COMMAND... - kill the command after a part of its usual time.
run_killed() {
  local step=$1
  shift
  "$@" &
  local pid=$!
  sleep "$(awk "BEGIN { print $took * $step / $kills / 1e6 }")"
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
}

merge=(xq book merge -q one.xqbook two.xqbook -o book/a.xqbook)
append=(xq book build -q --append two.pgn -o book/a.xqbook)
for command in merge append; do
  declare -n run=$command
  cp one.xqbook book/a.xqbook
  begin=$(date +%s%N)
  "${run[@]}" || fail "$command"
  took=$((($(date +%s%N) - begin) / 1000))
  cmp book/a.xqbook all.xqbook || fail "$command does not give the book of all games"
  old=0
  for step in $(seq 0 "$kills"); do
    cp one.xqbook book/a.xqbook
    run_killed "$step" "${run[@]}"
    if cmp -s book/a.xqbook one.xqbook; then
      old=$((old + 1))
      "${run[@]}" || fail "$command after a kill"
    fi
    cmp book/a.xqbook all.xqbook || fail "$command, step $step: neither the old book nor the new one"
  done
  [ $old -gt 1 ] || fail "nearly every $command was over before it was killed"
done

# A limit on the size of files (RLIMIT_FSIZE, in units of 1024 bytes).
cp one.xqbook book/a.xqbook
for command in merge append; do
  declare -n run=$command
  (trap '' XFSZ; ulimit -f 200; "${run[@]}" 2>err); status=$?
  [ $status -eq 3 ] || fail "$command on a full disk: exit status $status: $(cat err)"
  grep -Eqi 'free some space|make room|run the command again' err || fail "no advice: $(cat err)"
  cmp book/a.xqbook one.xqbook || fail "the old book has changed"
done
[ "$(find book -type f)" = book/a.xqbook ] || fail "something stays behind: $(ls book)"
sound book/a.xqbook
