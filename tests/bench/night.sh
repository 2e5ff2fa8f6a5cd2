#!/usr/bin/env bash
# night.sh GAMES.pgn [GAMES [SECONDS [NODES]]] - a night in small: that many games of a collection are annotated within a
# limit of time, in four runs of which the first is stopped by a signal, the second by its own limit and the third by
# kill -9, and the last has what is left of the time. Reports how far each came and the memory it took, then compares
# the result with an undisturbed run over the first games of it. Asserts that OUT never got shorter and that both agree.
set -u
games=$1; count=${2:-2000}; seconds=${3:-1200}; nodes=${4:-20000}
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
xq convert -q "$games" --to uci 2>/dev/null | awk -v c="$count" 'NR <= c' >"$scratch/some.uci"
xq convert -q "$scratch/some.uci" --from uci -o "$scratch/some.pgn"
out=$scratch/night.pgn quarter=$((seconds / 4)) before=0 status=0

finished() { if [ -e "$1" ]; then grep -c '^\[Game ' "$1"; else echo 0; fi; }
annotate() { # annotate OPTION... - in the background, its process in `pid`; nothing when all is done
  pid=0
  [ "$before" -lt "$count" ] || return 1
  xq annotate "$scratch/some.pgn" --nodes "$nodes" -t 0 -o "$out" "$@" 2>>"$scratch/said" & pid=$!
}
watch() { # watch SECONDS - the most memory of `pid` in that time, in kB, into `memory`
  local end=$((SECONDS + $1)) now
  memory=0
  while [ $SECONDS -lt $end ] && kill -0 "$pid" 2>/dev/null; do
    now=$(awk '/VmRSS/ { print $2 }' "/proc/$pid/status" 2>/dev/null)
    [ "${now:-0}" -le "$memory" ] || memory=$now
    sleep 1
  done
  return 0
}
report() { # report NAME
  local now; now=$(finished "$out")
  printf '%-28s %6d games in OUT, %8d answers kept, %7d kB at most\n' "$1" "$now" \
    "$(sqlite3 "$out.journal.xqdb" 'SELECT count(*) FROM evaluation' 2>/dev/null || echo 0)" "$memory"
  [ "$now" -ge "$before" ] || { echo "OUT got shorter: $before, then $now games"; status=1; }
  before=$now
}
end() { # end NAME [SIGNAL]
  [ $# -lt 2 ] || kill "-$2" "$pid" 2>/dev/null
  wait "$pid" 2>/dev/null
  report "$1"
}
annotate && watch "$quarter" && end 'stopped by a signal' TERM
annotate --time-limit "${quarter}s" && watch $((quarter + 5)) && end 'stopped by its limit'
annotate && watch "$quarter" && end 'killed' KILL
annotate --time-limit "$((seconds - 3 * quarter))s" && watch "$seconds" && end 'the rest of the night'
grep -a 'again to go on' "$scratch/said" | tail -n 1

# The first games of an undisturbed run are the same.
some=$((before < 40 ? before : 40))
[ "$some" -gt 0 ] || { echo 'no game was finished'; exit 1; }
head -n "$some" "$scratch/some.uci" | xq convert -q - --from uci -o "$scratch/few.pgn"
xq annotate -q "$scratch/few.pgn" --nodes "$nodes" -t 0 -o "$scratch/calm.pgn"
head -c "$(wc -c <"$scratch/calm.pgn")" "$out" | cmp - "$scratch/calm.pgn" || status=1
[ $status -ne 0 ] || echo "the first $some games are those of an undisturbed run"
exit $status
