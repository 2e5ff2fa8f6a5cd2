# Sourced by the crash tests. $scratch is an empty folder that goes away at the end. XQ_KILLS: how
# often a script kills what it tests, at moments spread over its time; by default a dozen times.
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

command -v sqlite3 >/dev/null || skip "sqlite3 is not installed"
