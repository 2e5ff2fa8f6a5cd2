#!/usr/bin/env bash
# Databases and books that are damaged at random bytes, pages and rows, through every tool that opens
# them: no crash, no more than ten seconds of processor time, no more than 500 MB, and no answer other than that of the
# undamaged file unless `xq verify --db` or `xq book verify` finds something. XQ_DAMAGED: how many
# files (default 15: each kind, in each way); XQ_SEED: which ones; XQ_CASES: only these of them, for example "17 230"; XQ_KEEP:
# a folder that gets the files that fail. An answer
# is what a command prints and what stands in the file that it writes.
. "${0%/*}/common.bash"
[ -x /usr/bin/time ] || skip "/usr/bin/time is not installed"

seed=${XQ_SEED:-20260101}; RANDOM=$seed
count=${XQ_DAMAGED:-15}
echo "seed $seed, $count files"
export ASAN_OPTIONS="exitcode=99:${ASAN_OPTIONS:-}" UBSAN_OPTIONS="halt_on_error=1:exitcode=99:${UBSAN_OPTIONS:-}"
sanitized=$(grep -c __asan_init "$(command -v xq)") # whose own memory does not count
most_kilobytes=500000; [ "$sanitized" -eq 0 ] || most_kilobytes=1500000

games 1 300 >one.pgn
games 200 500 >two.pgn
games 500 520 >more.pgn
xq import -q one.pgn two.pgn --db sound.xqdb || fail "import"
xq index -q --db sound.xqdb || fail "index"
xq book build -q --keep-games 2 one.pgn two.pgn -o sound.xqbook || fail "book build"
xq book export -q --to obk sound.xqbook -o sound.obk || fail "book export"

# number LIMIT - sets $number, 0 to LIMIT - 1.
number() { number=$(((RANDOM << 30 | RANDOM << 15 | RANDOM) % $1)); }

# put FILE OFFSET BYTES - writes over what is there.
put() { printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }

# damage_bytes FILE - one to eight random bytes, half of them in the first page.
damage_bytes() {
  local size i n=$((RANDOM % 8 + 1)); size=$(stat -c %s "$1")
  [ $((RANDOM % 2)) -eq 0 ] && size=4096
  for ((i = 0; i < n; ++i)); do
    number "$size"; put "$1" "$number" "\\x$(printf %02x $((RANDOM % 256)))"
  done
}

# damage_page FILE - a page is empty, another one, or where the file ends.
damage_page() {
  local size pages; size=$(od -An -tu1 -j16 -N2 "$1" | awk '{ print $1 * 256 + $2 }')
  pages=$(($(stat -c %s "$1") / size))
  number "$pages"; local to=$number
  case $((RANDOM % 3)) in
    0) dd if=/dev/zero of="$1" bs="$size" count=1 seek="$to" conv=notrunc status=none ;;
    1) number "$pages"; dd if="$1" of=page bs="$size" count=1 skip="$number" status=none
       dd if=page of="$1" bs="$size" seek="$to" conv=notrunc status=none ;;
    2) truncate -s $((to * size + RANDOM % size)) "$1" ;;
  esac
}

# damage_row FILE - a value of a random row becomes another one, or the row goes.
damage_row() {
  local table column value tables columns values
  mapfile -t tables < <(sqlite3 "$1" "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
  table=${tables[RANDOM % ${#tables[@]}]}
  mapfile -t columns < <(sqlite3 "$1" "SELECT name FROM pragma_table_info('$table')")
  column=${columns[RANDOM % ${#columns[@]}]}
  values=(0 1 -1 7 65536 4294967296 9223372036854775807 -9223372036854775808 NULL "''" "'x'" "x'ff'"
          "x'8080808080808080ff'" "$column + 1" "$column + 4294967296" 1e300 "'1/0'" "zeroblob(100000)")
  value=${values[RANDOM % ${#values[@]}]}
  number 500
  sqlite3 "$1" "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;
    CREATE TEMP TABLE chosen AS SELECT $column AS v FROM $table LIMIT 1 OFFSET $number % max (1, (SELECT count(*) FROM $table));
    UPDATE OR IGNORE $table SET $column = $value WHERE $column IS (SELECT v FROM chosen)" 2>sql.err
  return 0 # what SQLite refuses leaves the file as it was
}

# answer NAME COMMAND... - runs it; its standard output is in NAME, its exit status in $status.
answer() {
  local name=$1; shift
  status=0
  /usr/bin/time -q -o usage -f %M timeout -s KILL 120 prlimit --cpu=10 "$@" >"$name" 2>err </dev/null || status=$?
  local kilobytes; kilobytes=$(tail -n 1 usage)
  case $status in
    0|1|3) ;;
    2) # books of other options cannot be merged; elsewhere a file is no matter of usage
       [[ " $* " == *" book merge "* ]] || wrong "exit status 2 of $*: $(tail -c 300 err)"
       status=3 ;;
    *) wrong "exit status $status of $*: $(tail -c 300 err)" ;;
  esac
  [ "$kilobytes" -le $most_kilobytes ] || wrong "$kilobytes KB for $*"
}

wrong() {
  [ -z "${XQ_KEEP:-}" ] || { mkdir -p "$XQ_KEEP"; cp "damaged.$kind" "$XQ_KEEP/$seed-$case.$kind"; }
  echo "FAILED: case $case ($how, $kind): $*" >&2
  failures=$((failures + 1))
}

# written - what stands in the file that the last command wrote. SQLite may order the pages of copy,
# to which it adds rows, in more ways than one.
written() {
  local file
  for file in out.*; do [ ! -e "$file" ] || sha256sum "$file"; done
  case ${words[0]} in
    import) sqlite3 copy "SELECT * FROM games; SELECT hex(moves), hex(notes) FROM game ORDER BY id" 2>&1 | sha256sum ;;
    index) sqlite3 copy ".dump position position_index word word_index word_changed" 2>&1 | sha256sum ;;
    annotate) sqlite3 copy "SELECT * FROM annotations; SELECT * FROM annotation_move" 2>&1 | sha256sum ;;
  esac
}

# questions KIND FILE - one command a line that answers on standard output or writes out.*. @ is a copy
# of the file, for those that write into it.
questions() {
  case $1 in
    xqdb) printf '%s\n' "search --db $2 --player 胡荣华 --limit 0 --json" "search --db $2 --event 12 --moves 炮二平五 --limit 0" \
          "search --db $2 --unique --limit 0" "search --db $2 --comment 12* --limit 0" "stats --db $2 --json" "stats --db $2 --red 胡 --ecco C" \
          "export --db $2 --to pgn" "export --db $2 --to jsonl" "export --db $2 --to xml --black 吕钦" \
          "import more.pgn --db @ -q" "index --db @ -q" \
          "annotate --db @ -q -t 1 --nodes 200 --event 123" "book build -q --db $2 -o out.xqbook" ;;
    xqbook) printf '%s\n' "book probe $2 --json" "book show $2" "book games $2 startpos 炮二平五" "book diff $2 sound.xqbook" \
          "book diff sound.xqbook $2" "book export --to obk $2 -o out.obk" "book merge $2 sound.xqbook -o out.xqbook" ;;
    obk) printf '%s\n' "book import --from obk $2 -o out.xqbook" ;;
  esac
}

verify() {
  case $kind in
    xqdb) answer verdict xq verify --db "damaged.$kind" ;;
    xqbook) answer verdict xq book verify "damaged.$kind" ;;
    obk) status=1 ;; # others made it: nobody knows what it said
  esac
}

failures=0 case=0 how=none damaged=0 others=0 refusals=0
for kind in xqdb xqbook obk; do # what is right
  cp "sound.$kind" "damaged.$kind"
  mapfile -t asked < <(questions $kind "damaged.$kind")
  for i in "${!asked[@]}"; do
    cp "damaged.$kind" copy; rm -f out.*
    read -ra words <<<"${asked[i]//@/copy}"
    answer "right.$kind.$i" xq "${words[@]}"
    written >>"right.$kind.$i"
    [ "$status" -eq 0 ] || [ "$status" -eq 1 ] || fail "${asked[i]}: $status: $(cat err)"
  done
done
kinds=(xqdb xqdb xqbook xqbook obk) ways=(bytes page row)
for ((case = 1; case <= count; ++case)); do
  [ $((case % 100)) -ne 0 ] || echo "$case of $count files"
  kind=${kinds[case % 5]} how=${ways[case % 3]}
  cp "sound.$kind" "damaged.$kind"
  "damage_$how" "damaged.$kind"
  [ -z "${XQ_CASES:-}" ] || [[ " $XQ_CASES " == *" $case "* ]] || continue
  mapfile -t asked < <(questions $kind "damaged.$kind")
  different= refused=
  cmp -s "damaged.$kind" "sound.$kind" || damaged=$((damaged + 1))
  for i in "${!asked[@]}"; do
    cp "damaged.$kind" copy; rm -f out.* copy-*
    read -ra words <<<"${asked[i]//@/copy}"
    answer given xq "${words[@]}"
    [ "$status" -eq 3 ] && refused=1 || written >>given
    [ "$status" -eq 3 ] || cmp -s given "right.$kind.$i" || different="${asked[i]}"
  done
  [ -z "$different" ] || others=$((others + 1))
  [ -z "$refused" ] || refusals=$((refusals + 1))
  verify
  if [ -n "$different" ] && [ "$status" -eq 0 ]; then
    wrong "another answer to '$different', and verify finds nothing"
  fi
done
echo "$count files: $damaged have other bytes, $refusals were refused by a command, $others gave another answer"
[ "$failures" -eq 0 ] || fail "$failures of $count files"
