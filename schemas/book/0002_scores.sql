-- What engines think of positions (xq book score), and what the moves are worth
-- when that is counted back through the book. Empty in a book that was not judged.

-- Who judged: engine, version, options, rules and limits, in words.
CREATE TABLE analyst (
  id       INTEGER PRIMARY KEY,
  identity TEXT NOT NULL UNIQUE
) STRICT;

-- A judged position, as in table `move`: the best of its open moves, which are those
-- that lead to no judged position; move NULL: it has none. score: centipawns for the
-- side to move, mate in n plies: +-(30000 - n), won or lost by the rules on
-- repetition: +-28500. context: a hash of the moves that were not open, 0: all were.
CREATE TABLE evaluation (
  key     INTEGER NOT NULL,
  lock    INTEGER NOT NULL,
  move    INTEGER CHECK (move BETWEEN 1 AND 8099),
  score   INTEGER CHECK ((score IS NULL) = (move IS NULL)),
  depth   INTEGER NOT NULL,
  nodes   INTEGER NOT NULL,
  context INTEGER NOT NULL,
  analyst INTEGER REFERENCES analyst (id), -- NULL: nobody was asked
  PRIMARY KEY (key, lock)
) STRICT, WITHOUT ROWID;

-- What a move is worth for the side to move, as in `evaluation`: minimax over all
-- judged positions, a repetition is a draw unless one side alone checks all the time.
-- replies: moves of the position after it that lead to judged ones; NULL: that
-- position was not judged, and the score is what the engine thought before the move.
-- depth: to which the engine looked there.
CREATE TABLE score (
  key     INTEGER NOT NULL,
  lock    INTEGER NOT NULL,
  move    INTEGER NOT NULL CHECK (move BETWEEN 1 AND 8099),
  score   INTEGER NOT NULL CHECK (score BETWEEN -30000 AND 30000),
  depth   INTEGER NOT NULL,
  replies INTEGER,
  PRIMARY KEY (key, lock, move)
) STRICT, WITHOUT ROWID;

-- Positions besides the start position from which judged ones are reached.
CREATE TABLE root (
  fen TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Rows with the key in hexadecimal and the move in squares.
CREATE VIEW scores AS
SELECT printf ('%016x', key) AS key,
       printf ('%016x', lock) AS lock,
       char (97 + move / 90 % 9) || (move / 90 / 9) || char (97 + move % 90 % 9) || (move % 90 / 9)
         AS move,
       score,
       depth,
       replies
  FROM score;
