#!/usr/bin/env bash
# xq-farm and the scripts by GNU parallel on this machine: a task is killed, xq-farm is killed; each result is byte for byte
# that of one command.
. "${0%/*}/common.bash"
need_parallel
files 7
xq book build -q archive -o small.xqbook --max-ply 6 || fail "build"

# running PART: the processes of xq that make it.
running() { processes "xq .*-o [^ ]*$1([^0-9]|\$)"; }
part_is_begun() { running "$1" >/dev/null && [ -s "$1" ]; }

# Score, then let the book grow in two rounds. A task is killed, then xq-farm itself.
xq book score -q small.xqbook --nodes 100 -o one.xqbook && xq book score -q one.xqbook --nodes 100 --expand 64 --rounds 1 -o one-1.xqbook \
  && xq book score -q small.xqbook --nodes 100 --expand 128 --rounds 2 -o one-2.xqbook || fail "score"
held_xq
grow=(xq-farm parallel score -n 4 -j 2 "${held[@]}" --expand 128 --rounds 2 -o out.xqbook small.xqbook -- --nodes 100 -t 1)
"${grow[@]}" 2>farm.err & driver=$!
wait_until 60 part_is_begun out.xqbook.farm/parts/1.xqdb || { cat farm.err; fail "task 1 does not run"; }
# shellcheck disable=SC2046 # a list
kill -KILL $(running out.xqbook.farm/parts/1.xqdb) || fail "task 1 is not to be killed"
go 2; go 3; go 1 # whichever are begun before task 4
wait_until 60 part_is_begun out.xqbook.farm/parts/4.xqdb || { cat farm.err; fail "task 4 does not run"; }
kill -KILL $driver; wait $driver 2>/dev/null
[ ! -e out.xqbook.farm/judged.xqbook ] || fail "xq-farm was not killed in time"
go
"${grow[@]}" 2>farm.err || { cat farm.err; fail "score"; }
same one.xqbook out.xqbook.farm/judged.xqbook
same one-1.xqbook out.xqbook.farm/round-1/judged.xqbook
same one-2.xqbook out.xqbook
grep -c '^==' out.xqbook.farm/log/1.log | grep -qx '[2-9]' || fail "task 1 was not begun again"
"${grow[@]}" 2>farm.err || { cat farm.err; fail "score, once more"; }
[ "$(grep -c 'there already' farm.err)" = 3 ] || { cat farm.err; fail "a run that is finished is not left alone"; }
# A small book has not so many positions to add: it ends with the round that finds too few, as on one machine.
xq book build -q "$XQ_DATA/founding.pgn" -o tiny.xqbook && xq book score -q tiny.xqbook --nodes 60 --expand 200 --rounds 2 -o one.xqbook || fail "score"
xq-farm parallel score -n 2 --expand 200 --rounds 2 -o tiny-out.xqbook tiny.xqbook -- --nodes 60 2>farm.err || { cat farm.err; fail "score, a small book"; }
same one.xqbook tiny-out.xqbook
grep -q 'were left to add' farm.err || { cat farm.err; fail "the small book should have too few positions"; }
say "score and two rounds of expansion: a task killed, xq-farm killed"

# The scripts, as their heads say.
"$XQ_FARM/parallel/annotate.sh" 3 : few.pgn out.pgn --nodes 100 && xq annotate -q few.pgn --nodes 100 -o one.pgn || fail "annotate.sh"
same one.pgn out.pgn
"$XQ_FARM/parallel/book-build.sh" : archive built.xqbook --max-ply 6 2>script.err || { cat script.err; fail "book-build.sh"; }
same small.xqbook built.xqbook
"$XQ_FARM/parallel/book-score.sh" 3 : small.xqbook script.xqbook --nodes 60 2>script.err && xq book score -q small.xqbook --nodes 60 -o one.xqbook || { cat script.err; fail "book-score.sh"; }
same one.xqbook script.xqbook
say "the scripts"

# Blanks in names, another format, a page; parts that are missing are made again, wrong ones are named; a usage error is not tried again.
mkdir 'my games' && cp few.pgn 'my games'
shared=(xq-farm parallel annotate -n 3 -o 'my result.xml' --report 'my page.html' 'my games/few.pgn' -- --nodes 60)
"${shared[@]}" 2>farm.err || { cat farm.err; fail "names with blanks"; }
xq annotate -q 'my games/few.pgn' --nodes 60 -o one.xml --report one.html || fail "annotate"
same one.xml 'my result.xml' && same one.html 'my page.html'
rm 'my result.xml' 'my result.xml.farm/parts/2.xqdb'; cp 'my result.xml.farm/parts/1.xqdb' 'my result.xml.farm/parts/3.xqdb'
says '3.xqdb: this is my result.xml.farm/parts/1.xqdb once more' 3 "${shared[@]}"
grep -q 'part 2/3 is missing (my result.xml.farm/parts/2.xqdb): it is made again' said || { cat said; fail "a part is missing, and nobody says so"; }
rm 'my result.xml.farm/parts/3.xqdb'
"${shared[@]}" 2>farm.err || { cat farm.err; fail "a wrong part was removed"; }
same one.xml 'my result.xml'
says 'nodez' 3 xq-farm parallel score -n 2 -o no.xqbook small.xqbook -- --nodez 60
! grep -q 'tasks again' said || { cat said; fail "a usage error is tried again"; }
say "names with blanks, wrong parts, usage errors"
