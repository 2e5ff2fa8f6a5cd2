#!/usr/bin/env bash
# Databases and books whose answer never ends: a view with an endless recursion where a table should
# be, a number that is far from the others, a trigger that does not come back. Each command ends by
# itself, or soon after the first SIGTERM.
. "${0%/*}/common.bash"

endless='WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)'
games 1 200 >games.pgn
xq import -q games.pgn --db whole.xqdb || fail "import"
xq book build -q games.pgn -o whole.xqbook || fail "book build"

# ends STATUS COMMAND... - it ends within ten seconds, with this exit status.
ends() {
  local expected=$1 status=0; shift
  timeout -k 1 10 "$@" >out 2>err || status=$?
  [ "$status" -eq "$expected" ] || fail "$*: exit status $status: $(head -c 300 err)"
}

# view FILE TABLE - puts an endless view in the place of a table.
view() {
  sqlite3 "$1" "PRAGMA foreign_keys = OFF; CREATE TABLE parked AS SELECT * FROM $2;
                PRAGMA legacy_alter_table = ON; DROP TABLE $2; CREATE VIEW $2 AS $endless
                SELECT x AS id, x AS key, x AS lock, x AS move, x AS games FROM c" || fail "view $2"
}

cp whole.xqdb view.xqdb && view view.xqdb game
ends 3 xq search --db view.xqdb --player x
ends 3 xq stats --db view.xqdb
ends 3 xq export --db view.xqdb -o out.pgn
ends 3 xq index --db view.xqdb
ends 3 xq import games.pgn --db view.xqdb
ends 3 xq book build --db view.xqdb -o out.xqbook
cp whole.xqbook view.xqbook && view view.xqbook move
ends 3 xq book probe view.xqbook
ends 3 xq book show view.xqbook
ends 3 xq book verify view.xqbook
ends 3 xq book export view.xqbook --to obk -o out.obk
ends 3 xq book merge view.xqbook whole.xqbook -o out.xqbook
sqlite3 view.obk "CREATE VIEW bhobk AS $endless SELECT x AS vkey, x AS vmove, x AS vscore,
                  x AS vwin, x AS vdraw, x AS vlost, x AS vvalid FROM c"
ends 3 xq book import view.obk --from obk -o out.xqbook

cp whole.xqdb sparse.xqdb
sqlite3 sparse.xqdb "UPDATE game SET id = 1000000000000 WHERE id = 200"
ends 0 xq stats -q --db sparse.xqdb
ends 0 xq book build -q --db sparse.xqdb -o sparse.xqbook
ends 0 xq export -q --db sparse.xqdb -o sparse.pgn
[ "$(grep -c '^.Event ' sparse.pgn)" -eq 200 ] || fail "games are missing"

cp whole.xqdb trigger.xqdb
sqlite3 trigger.xqdb "CREATE TRIGGER endless AFTER INSERT ON game BEGIN
                      SELECT ($endless SELECT count(*) FROM c); END"
games 300 400 >more.pgn
xq import -q more.pgn --db trigger.xqdb & pid=$!
sleep 1; kill "$pid"
for ((tenths = 0; tenths < 100; ++tenths)); do kill -0 "$pid" 2>gone || break; sleep 0.1; done
kill -0 "$pid" 2>gone && { kill -9 "$pid"; fail "SIGTERM is ignored"; }
sound trigger.xqdb
