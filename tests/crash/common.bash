# Sourced by the crash tests. $scratch is an empty folder that goes away at the end. XQ_KILLS: how
# often a script kills what it tests, at moments spread over its time; by default a few times.
set -u
scratch=$(mktemp -d)
trap 'status=$?; rm -rf "$scratch"; exit $status' EXIT
cd "$scratch" || exit 1

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

# skip REASON - leave with CTest's skip code.
skip() { printf 'skipped: %s\n' "$*"; exit 4; }

# games FIRST LAST - short games as PGN, all of them different.
games() {
  seq "$1" "$2" | awk '{
    printf "[Event \"Cup %d\"]\n[Round \"%d\"]\n[Red \"胡荣华\"]\n[Black \"吕钦 %d\"]\n", $1 % 1000, $1, $1 % 97
    printf "[Result \"%s\"]\n\n1. 炮二平五 马8进7 {note %d} 2. 马二进三\n%s\n\n", ($1 % 2 ? "1-0" : "*"), $1, ($1 % 2 ? "1-0" : "*")
  }'
}

# sound DB - SQLite finds nothing wrong with the file.
sound() {
  [ "$(sqlite3 "$1" 'PRAGMA integrity_check; PRAGMA foreign_key_check')" = ok ] || fail "$1 is damaged"
}

# rows DB - a digest of everything that a database says about its games.
rows() {
  sqlite3 "$1" "SELECT v.*, hex(g.moves), hex(g.notes), g.layout, g.date_text FROM games AS v
                JOIN game AS g USING (id) ORDER BY id;
                SELECT * FROM layout; SELECT * FROM tag; SELECT * FROM line" | sha256sum
}

# kill_runs JOURNAL COMMAND... - runs the command with one and two threads and kills it at random moments of $duration
# (milliseconds), $kills times or until ended() says that it is done; the journal stays sound and loses no answer. again() makes
# ended() false. Sets $killed and $answers.
kill_runs() {
  local journal=$1 round wait pid now; shift
  killed=0 answers=0
  for round in $(seq 1 "$kills"); do
    "$@" -t $((round % 2 + 1)) >night.out & pid=$!
    wait=$((RANDOM % (2 * duration / kills + 20) + 20))
    sleep "$(printf '%d.%03d' $((wait / 1000)) $((wait % 1000)))"
    if kill -9 "$pid" 2>kill.err; then killed=$((killed + 1)); fi
    wait "$pid" 2>wait.err
    if ended; then
      [ "$killed" -eq 0 ] || break
      again # the machine was slower when the time was taken: shorter waits
      duration=$((duration / 4))
      continue
    fi
    if [ -e "$journal" ]; then
      sound "$journal"
      now=$(sqlite3 "$journal" 'SELECT count(*) FROM evaluation' 2>sqlite.err || echo 0)
      [ "$now" -ge "$answers" ] || fail "answers are lost: $answers before, $now now"
      answers=$now
    fi
  done
}

command -v sqlite3 >/dev/null || skip "sqlite3 is not installed"
