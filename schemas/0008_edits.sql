-- What `xq edit` did to games: each command is an operation that can be taken back.

-- An operation. One that takes another back, or does it again, names it in `target`; whether an
-- operation counts now is said in `in_force` of the operation itself.
CREATE TABLE edit (
  id       INTEGER PRIMARY KEY AUTOINCREMENT, -- no number is given twice
  time     TEXT NOT NULL,    -- UTC
  what     TEXT NOT NULL,    -- the options of the command
  kind     TEXT NOT NULL CHECK (kind IN ('edit', 'delete', 'undo', 'redo')),
  target   INTEGER REFERENCES edit (id),
  in_force INTEGER NOT NULL CHECK (in_force IN (0, 1)),
  games    INTEGER NOT NULL, -- how many games it changed
  CHECK ((target IS NULL) = (kind IN ('edit', 'delete')))
) STRICT;

-- The headers that it changed, in the order in which it did so. NULL: there is none.
CREATE TABLE edit_value (
  edit   INTEGER NOT NULL REFERENCES edit (id) ON DELETE CASCADE,
  game   INTEGER NOT NULL,
  number INTEGER NOT NULL, -- from 1
  name   TEXT NOT NULL,
  was    TEXT,
  became TEXT,
  PRIMARY KEY (edit, game, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX edit_value_game ON edit_value (game, edit);

-- Headers and result of a game before its first operation, and before each that found something
-- else than the operations before it had made. Operations in front of the last of these cannot be
-- taken back. `record` is a game in the code of table line, without moves and notes.
CREATE TABLE edit_base (
  game   INTEGER NOT NULL,
  edit   INTEGER NOT NULL REFERENCES edit (id) ON DELETE CASCADE,
  record BLOB NOT NULL,
  PRIMARY KEY (game, edit)
) STRICT, WITHOUT ROWID;

-- Games that were deleted, with everything that belonged to them. Their numbers are not given to
-- other games.
CREATE TABLE deleted_game (
  edit   INTEGER NOT NULL REFERENCES edit (id) ON DELETE CASCADE,
  game   INTEGER NOT NULL,
  source TEXT NOT NULL, -- where it was first read from
  record BLOB NOT NULL, -- the whole game in the code of table line
  PRIMARY KEY (edit, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_game_game ON deleted_game (game);
CREATE TABLE deleted_also_in (
  edit   INTEGER NOT NULL,
  game   INTEGER NOT NULL,
  source TEXT NOT NULL,
  PRIMARY KEY (edit, game, source),
  FOREIGN KEY (edit, game) REFERENCES deleted_game (edit, game) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE deleted_line (
  edit   INTEGER NOT NULL,
  game   INTEGER NOT NULL,
  hash   INTEGER NOT NULL,
  record INTEGER NOT NULL,
  PRIMARY KEY (edit, game, hash, record),
  FOREIGN KEY (edit, game) REFERENCES deleted_game (edit, game) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE deleted_annotation (
  edit           INTEGER NOT NULL,
  game           INTEGER NOT NULL,
  analyst        INTEGER NOT NULL REFERENCES analyst (id),
  book_plies     INTEGER NOT NULL,
  red_accuracy   REAL NOT NULL,
  black_accuracy REAL NOT NULL,
  red_loss       REAL NOT NULL,
  black_loss     REAL NOT NULL,
  red_good       INTEGER NOT NULL,
  black_good     INTEGER NOT NULL,
  red_dubious    INTEGER NOT NULL,
  black_dubious  INTEGER NOT NULL,
  red_mistakes   INTEGER NOT NULL,
  black_mistakes INTEGER NOT NULL,
  red_blunders   INTEGER NOT NULL,
  black_blunders INTEGER NOT NULL,
  mates_missed   INTEGER NOT NULL,
  PRIMARY KEY (edit, game, analyst),
  FOREIGN KEY (edit, game) REFERENCES deleted_game (edit, game) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE deleted_annotation_move (
  edit    INTEGER NOT NULL,
  game    INTEGER NOT NULL,
  analyst INTEGER NOT NULL,
  ply     INTEGER NOT NULL,
  score   INTEGER NOT NULL,
  loss    REAL NOT NULL,
  mark    TEXT NOT NULL,
  PRIMARY KEY (edit, game, analyst, ply),
  FOREIGN KEY (edit, game) REFERENCES deleted_game (edit, game) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TRIGGER analyst_of_deleted_game BEFORE DELETE ON analyst
WHEN EXISTS (SELECT 1 FROM deleted_annotation WHERE analyst = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'deleted games refer to this row of analyst: xq compact --forget first');
END;
