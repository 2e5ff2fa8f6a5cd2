#!/usr/bin/env bash
# annotate.sh GAMES.pgn [COUNT [NODES]] - what annotating costs: our engine with one thread and with
# two, a second time (everything known), and fairy-stockfish asked position by position over UCI
# with as many nodes (not with XQ_ALONE=1: that takes three times as long as one thread). All in one
# run, because machines differ. Reports, asserts nothing but equal bytes.
set -u
games=$1; count=${2:-20}; nodes=${3:-50000}
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
# Every nth game, so that they are of all kinds.
xq convert "$games" --to uci -o "$scratch/all.uci" 2>/dev/null
lines=$(wc -l <"$scratch/all.uci")
awk -v n="$((lines / count))" -v c="$count" 'NR % n == 0 && k < c { print; ++k }' "$scratch/all.uci" >"$scratch/some.uci"
xq convert "$scratch/some.uci" --from uci -o "$scratch/some.pgn" 2>/dev/null
positions=$(awk -F'\t' '{ n += split($3, m, " ") + 1 } END { print n }' "$scratch/some.uci")
echo "$count of $lines games, $positions positions, $nodes nodes a position"

timed() { # timed NAME COMMAND... - seconds of wall time into the variable `seconds`
  local name=$1 TIMEFORMAT='%R %U'; shift
  { time "$@" 2>"$scratch/err"; } 2>"$scratch/time"
  read -r seconds cpu <"$scratch/time"
  printf '%-34s %8.1f s %8.1f s of CPU %8.1f positions/s  %s\n' "$name" "$seconds" "$cpu" \
    "$(echo "$positions / $seconds" | bc -l)" "$(tail -n 1 "$scratch/err")"
}
timed 'xq annotate -t 1' xq annotate -v -t 1 --nodes "$nodes" "$scratch/some.pgn" -o "$scratch/one.pgn"; one=$seconds
timed 'xq annotate -t 2' xq annotate -v -t 2 --nodes "$nodes" "$scratch/some.pgn" -o "$scratch/two.pgn" --journal "$scratch/j.xqdb"; two=$seconds
timed 'xq annotate -t 2, all known' xq annotate -v -t 2 --nodes "$nodes" "$scratch/some.pgn" -o "$scratch/again.pgn" --journal "$scratch/j.xqdb"
cmp "$scratch/one.pgn" "$scratch/two.pgn" && cmp "$scratch/one.pgn" "$scratch/again.pgn" && echo 'same bytes'
printf 'two threads against one: %.2f\n' "$(echo "$one / $two" | bc -l)"

[ -z "${XQ_ALONE:-}" ] || exit 0
fairy=$(command -v fairy-stockfish || ls /usr/games/fairy-stockfish 2>/dev/null) || { echo 'fairy-stockfish is not installed'; exit 0; }
# One process, one position after the other, each after `isready`; UCI ranks count from 1.
{
  echo uci; echo 'setoption name UCI_Variant value xiangqi'; echo 'setoption name Threads value 1'; echo isready
  awk -F'\t' -v nodes="$nodes" '
    function up(m,   a, b, i, out) { # h2e2 -> h3e3, h9 -> h10
      return substr(m, 1, 1) (substr(m, 2, 1) + 1) substr(m, 3, 1) (substr(m, 4, 1) + 1)
    }
    { n = split($3, m, " "); line = "position " ($2 == "startpos" ? "startpos" : "fen " $2) " moves"
      print line; print "go nodes " nodes
      for (i = 1; i <= n; ++i) { line = line " " up(m[i]); print line; print "go nodes " nodes } }' "$scratch/some.uci"
  echo quit
} >"$scratch/script"
# The engine reads on while it searches, so each question waits for its answer.
ask() {
  coproc engine { "$fairy"; }
  while IFS= read -r line; do
    printf '%s\n' "$line" >&"${engine[1]}"
    case $line in go*) while read -r -u "${engine[0]}" answer _; do [ "$answer" != bestmove ] || break; done ;; esac
  done <"$scratch/script"
  wait "$engine_PID"
}
timed 'fairy-stockfish over UCI, 1 thread' ask
printf 'one thread of xq against it: %.2f times the positions a second\n' "$(echo "$seconds / $one" | bc -l)"
