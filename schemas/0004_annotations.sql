-- What engines think: answers to single questions (a cache, and the journal of a
-- run that may be interrupted at any moment), judgements of whole games, and the
-- finished games of one part of a run that is spread over machines.

-- Who answered: engine, version, options, rules and limits, in words.
CREATE TABLE analyst (
  id       INTEGER PRIMARY KEY,
  identity TEXT NOT NULL UNIQUE
) STRICT;

-- An answer. Positions stand in their canonical orientation (the smaller key of
-- the position and its left-right mirror image), moves with them.
CREATE TABLE evaluation (
  key     INTEGER NOT NULL,
  lock    INTEGER NOT NULL,
  context INTEGER NOT NULL, -- 0: the position by itself; else a hash of what else counts
  analyst INTEGER NOT NULL REFERENCES analyst (id),
  score   INTEGER NOT NULL, -- centipawns from Red's side; mate in n plies: +-(30000 - n)
  depth   INTEGER NOT NULL,
  nodes   INTEGER NOT NULL,
  lines   BLOB NOT NULL,    -- for each line: score + 32768, number of moves (1 byte), moves as in game
  PRIMARY KEY (key, lock, context, analyst)
) STRICT, WITHOUT ROWID;

-- A judgement of a game, a player each in the red_ and black_ columns.
CREATE TABLE annotation (
  game           INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  analyst        INTEGER NOT NULL REFERENCES analyst (id),
  book_plies     INTEGER NOT NULL, -- moves in front that the book knew, not judged
  red_accuracy   REAL NOT NULL,    -- 0 to 100
  black_accuracy REAL NOT NULL,
  red_loss       REAL NOT NULL,    -- average loss of winning probability a move, 0 to 1
  black_loss     REAL NOT NULL,
  red_good       INTEGER NOT NULL, -- number of moves marked !
  black_good     INTEGER NOT NULL,
  red_dubious    INTEGER NOT NULL, -- ?!
  black_dubious  INTEGER NOT NULL,
  red_mistakes   INTEGER NOT NULL, -- ?
  black_mistakes INTEGER NOT NULL,
  red_blunders   INTEGER NOT NULL, -- ??
  black_blunders INTEGER NOT NULL,
  mates_missed   INTEGER NOT NULL,
  PRIMARY KEY (game, analyst)
) STRICT, WITHOUT ROWID;

-- Its moves, those in the book left out.
CREATE TABLE annotation_move (
  game    INTEGER NOT NULL,
  analyst INTEGER NOT NULL,
  ply     INTEGER NOT NULL, -- from 1
  score   INTEGER NOT NULL, -- of the position after the move, as in evaluation
  loss    REAL NOT NULL,    -- 0 to 1
  mark    TEXT NOT NULL,    -- '', '!', '?!', '?', '??'
  PRIMARY KEY (game, analyst, ply),
  FOREIGN KEY (game, analyst) REFERENCES annotation (game, analyst) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What could not be done, and when.
CREATE TABLE annotation_failure (
  id     INTEGER PRIMARY KEY,
  time   TEXT NOT NULL, -- UTC
  game   INTEGER NOT NULL, -- its number in the input
  source TEXT NOT NULL,
  what   TEXT NOT NULL
) STRICT;

-- A part of a run that takes every Nth game: what all parts have in common and
-- how far this one is, by name.
CREATE TABLE part (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Its games as they will stand in the result.
CREATE TABLE part_game (
  number INTEGER PRIMARY KEY, -- in the input, from 1
  text   BLOB NOT NULL,       -- in the format of the result; empty for a game that is left out
  page   TEXT NOT NULL        -- the game's data in a report; empty likewise
) STRICT;

-- Judged games with their names; accuracies are 0 to 100.
CREATE VIEW annotations AS
SELECT games.*, analyst.identity AS analyst,
       a.book_plies, a.red_accuracy, a.black_accuracy, a.red_loss, a.black_loss,
       a.red_good, a.black_good, a.red_dubious, a.black_dubious, a.red_mistakes,
       a.black_mistakes, a.red_blunders, a.black_blunders, a.mates_missed
  FROM annotation AS a
  JOIN games ON games.id = a.game
  JOIN analyst ON analyst.id = a.analyst;
