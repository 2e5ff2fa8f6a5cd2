#!/usr/bin/env bash
# The steps of xq-farm without an engine: shards in any order, begun twice, and each part that is wrong, missing, double or
# damaged is named. Usage errors end with 2.
. "${0%/*}/common.bash"
files 7
xq book build -q archive -o small.xqbook --max-ply 6 || fail "build"

# Each shard is a command; those that are finished stay.
xq-farm plan score -n 4 -o out.xqbook small.xqbook -- --nodes 60 2>said || fail "plan"
for i in 3 1 4; do xq-farm task out.xqbook.farm $i || fail "task $i"; done
says '3 of 4 shards of score are finished' 1 xq-farm status out.xqbook.farm
says 'part 2/4 is missing' 3 xq-farm merge out.xqbook.farm
cp out.xqbook.farm/parts/1.xqdb before
xq-farm task out.xqbook.farm 1 && xq-farm task out.xqbook.farm 2 || fail "task"
cmp before out.xqbook.farm/parts/1.xqdb || fail "a part that was finished was made again"
xq-farm merge out.xqbook.farm 2>said || { cat said; fail "merge"; }
xq book score -q small.xqbook --nodes 60 -o one.xqbook || fail "score"
same one.xqbook out.xqbook
says 'there already' 0 xq-farm merge out.xqbook.farm
say "shards as commands"

# flip FILE: one byte of it becomes another one.
flip() {
  local at=$(($(stat -c %s "$1") / 2)) old
  old=$(od -An -tu1 -j $at -N 1 "$1")
  printf "\\x$(printf %02x $((old ^ 1)))" | dd of="$1" bs=1 seek=$at conv=notrunc 2>/dev/null
}

# tampered OUT SUFFIX OTHER-PART: what is said of each wrong part of the run to OUT.
tampered() {
  local out=$1 parts=$1.farm/parts suffix=$2
  rm -f "$out"
  cp "$parts/2.$suffix" kept
  rm "$parts/2.$suffix"
  says "part 2/4 is missing ($parts/2.$suffix)" 3 xq-farm merge "$out.farm"
  cp "$parts/3.$suffix" "$parts/2.$suffix"
  says "3.$suffix" 3 xq-farm merge "$out.farm"
  grep -q "$double" said || { cat said; fail "a double part is not named"; }
  cp "$3" "$parts/2.$suffix"
  says "$parts/2.$suffix: $wrong" 3 xq-farm merge "$out.farm"
  cp kept "$parts/2.$suffix"; flip "$parts/2.$suffix"
  says "$parts/2.$suffix: " 3 xq-farm merge "$out.farm"
  grep -qE "$damaged" said || { cat said; fail "a damaged part is not named"; }
  [ ! -e "$out" ] || fail "wrong parts make a result"
  # What is missing is made again by the same command.
  rm "$parts/2.$suffix"
}

xq book build -q few.pgn -o few.xqbook --max-ply 6 && xq book score -q few.xqbook --nodes 60 --shard 2/4 -o other.xqdb || fail "score"
double='this is part 3/4 like' wrong='part 2/4 was made of another collection' damaged='not part 2/4 as it was made'
cp out.xqbook before.xqbook
tampered out.xqbook xqdb other.xqdb
xq-farm task out.xqbook.farm 2 && xq-farm merge out.xqbook.farm 2>said || { cat said; fail "not made again"; }
same one.xqbook out.xqbook
say "score: each wrong part is named"

xq-farm plan annotate -n 4 -o out.pgn few.pgn -- --nodes 60 2>said || fail "plan"
for i in 1 2 3 4; do xq-farm task out.pgn.farm $i || fail "task $i"; done
xq annotate -q few.pgn --limit 3 --nodes 60 --shard 2/4 -o fewer.xqdb || fail "annotate"
tampered out.pgn xqdb fewer.xqdb
xq-farm task out.pgn.farm 2 && xq-farm merge out.pgn.farm 2>said || { cat said; fail "not made again"; }
xq annotate -q few.pgn --nodes 60 -o one.pgn && same one.pgn out.pgn
say "annotate: each wrong part is named"

xq-farm plan build -n 4 -o book.xqbook archive -- --max-ply 6 2>said || fail "plan"
for i in 1 2 3 4; do xq-farm task book.xqbook.farm $i || fail "task $i"; done
double='3.xqbook once more, not part 2/4' wrong='this is another book' damaged='part 2/4 is damaged'
tampered book.xqbook xqbook few.xqbook
xq-farm task book.xqbook.farm 2 && xq-farm merge book.xqbook.farm 2>said || { cat said; fail "not made again"; }
same small.xqbook book.xqbook
xq-farm plan build -n 3 -o other.xqbook archive -- --max-ply 6 2>said && for i in 1 2 3; do xq-farm task other.xqbook.farm $i; done
rm book.xqbook; cp other.xqbook.farm/parts/1.* book.xqbook.farm/parts/
says '1.done: this part was made for another run' 3 xq-farm merge book.xqbook.farm
say "build: each wrong part is named"

# A tree on one machine; shards without games; a plan that changes; wrong command lines.
printf 'nothing\n' >archive/README; xq book build -q archive -o one.xqbook --max-ply 6 --min-games 3 2>/dev/null
xq-farm plan build -n 8 --fan-in 3 -o tree.xqbook archive -- --max-ply 6 --min-games 3 2>said || fail "plan"
for i in 8 7 6 5 4 3 2 1; do xq-farm task tree.xqbook.farm $i 2>said || { cat said; fail "task $i"; }; done
grep -qx 'part none' tree.xqbook.farm/parts/*.done || fail "there should be a shard without games"
xq-farm merge tree.xqbook.farm 2>said || { cat said; fail "merge"; }
same one.xqbook tree.xqbook
says 'of another run' 2 xq-farm plan build -n 8 --fan-in 3 -o tree.xqbook archive -- --max-ply 13
touch -d '2001-01-01' archive/00.pgn
says 'archive/00.pgn' 2 xq-farm plan build -n 8 --fan-in 3 -o tree.xqbook archive -- --max-ply 6 --min-games 3
sed -i 's/^program .*/program xq 0.0.0/' tree.xqbook.farm/plan; rm tree.xqbook.farm/parts/4.done
says "planned with 'xq 0.0.0'" 3 xq-farm task tree.xqbook.farm 4
says '8 files cannot be shared out among 9 shards' 2 xq-farm plan build -n 9 -o no.xqbook archive
[ ! -e no.xqbook.farm ] || fail "a plan that failed is left"
says '-n how many' 2 xq-farm plan build -o no.xqbook archive
says "'--nodes'; those of xq stand behind --" 2 xq-farm plan score -n 2 -o no.xqbook small.xqbook --nodes 60
says '--shard cannot stand behind --' 2 xq-farm plan score -n 2 -o no.xqbook small.xqbook -- --shard 1/2
says 'by file' 2 xq-farm plan build -n 2 -o no.xqbook archive -- --db games.xqdb
says 'no such file' 3 xq-farm plan build -n 2 -o no.xqbook nowhere
says 'no run of xq-farm' 3 xq-farm task nowhere 1
says 'no task 5' 2 xq-farm task book.xqbook.farm 5
says 'Usage:' 2 xq-farm
says 'Usage:' 0 xq-farm --help
xq-farm --help | awk 'length > 80 { exit 1 }' || fail "help is wider than 80 columns"
xq-farm plan score -n 2 -o bad.xqbook small.xqbook -- --nodez 60 2>said || fail "plan"
says 'nodez' 2 xq-farm task bad.xqbook.farm 1
say "a tree, changed plans, wrong command lines"
