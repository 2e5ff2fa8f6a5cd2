#!/usr/bin/env bash
# kill -9 at random moments while a book is judged and grows: the journal is sound and keeps every answer,
# the book is as it was until the end, and then has the bytes of a run that nobody disturbed. XQ_KILLS
# sets how often, XQ_NODES how long a search is, XQ_BOOK names another book.
. "${0%/*}/common.bash"

seed=${XQ_SEED:-20260101}; RANDOM=$seed; echo "seed $seed"
kills=${XQ_KILLS:-5}; nodes=${XQ_NODES:-800}
if [ -n "${XQ_BOOK:-}" ]; then
  cp "$XQ_BOOK" plain.xqbook
else
  xq match -q -n 12 --nodes 100 --seed 7 --max-plies 20 -o games.pgn >match.out 2>&1 || fail "match"
  xq book build -q games.pgn -o plain.xqbook --max-ply 20 || fail "book build"
fi
options=(--nodes "$nodes" --expand 70 --rounds 1)
start=$(date +%s%N)
xq book score -q plain.xqbook -o whole.xqbook "${options[@]}" -t 1 || fail "book score"
duration=$((($(date +%s%N) - start) / 1000000)) # milliseconds

cp plain.xqbook night.xqbook
ended() { ! cmp -s night.xqbook plain.xqbook; }
again() { cp plain.xqbook night.xqbook; }
kill_runs night.xqbook.journal.xqdb xq book score -q night.xqbook "${options[@]}"
if cmp -s night.xqbook plain.xqbook; then
  xq book score night.xqbook "${options[@]}" 2>last.err || fail "last run"
fi
cmp whole.xqbook night.xqbook || fail "other bytes after $killed kills"
if [ -e night.xqbook.journal.xqdb ]; then # killed behind the last step but one: the next run takes it away
  [ ! -e last.err ] || fail "the journal of a finished run is left"
  xq book score -q night.xqbook --nodes "$nodes" || fail "run of a finished book"
  cmp whole.xqbook night.xqbook || fail "other bytes when a finished book is judged again"
  [ ! -e night.xqbook.journal.xqdb ] || fail "the journal of the run before is left"
fi
[ "$killed" -ge 1 ] || fail "no run was killed in time"
echo "$killed runs killed, $answers answers kept; $(tail -n 1 last.err 2>/dev/null)"
