-- An opening book (.xqbook): for each position and each move played there, the
-- number of games and how they ended.

-- key, lock: the position up to left-right mirroring, the smaller pair (as
-- unsigned numbers, key first) of the position and its mirror image, in the keys
-- of property zobrist_version; two's complement. The side to move is part of it.
-- move: from * 90 + to, squares a0 = 0, b0 = 1 ... i9 = 89, in the orientation
-- whose pair it is; in a position that is its own mirror image the smaller of a
-- move and its mirror image stands for both.
-- A game counts once for a position and move. Games without a known result count
-- in `games` alone.
-- first_year, last_year: of the games that tell their year; NULL when none does.
-- rated: games that tell the level (Elo or another rating) of the player who moved;
-- rating_sum, best_rating: these levels together, and the highest of them. The
-- average is in the view `moves`.
CREATE TABLE move (
  key        INTEGER NOT NULL,
  lock       INTEGER NOT NULL,
  move       INTEGER NOT NULL CHECK (move BETWEEN 1 AND 8099),
  games      INTEGER NOT NULL,
  red_wins   INTEGER NOT NULL CHECK (red_wins >= 0),
  draws      INTEGER NOT NULL CHECK (draws >= 0),
  black_wins INTEGER NOT NULL CHECK (black_wins >= 0),
  first_year INTEGER CHECK (first_year BETWEEN 1 AND last_year),
  last_year  INTEGER CHECK ((first_year IS NULL) = (last_year IS NULL)),
  rated       INTEGER NOT NULL CHECK (rated BETWEEN 0 AND games),
  rating_sum  INTEGER NOT NULL CHECK (rating_sum >= rated),
  best_rating INTEGER NOT NULL CHECK (best_rating * rated >= rating_sum),
  PRIMARY KEY (key, lock, move),
  CHECK (games >= max (1, red_wins + draws + black_wins))
) STRICT, WITHOUT ROWID;

-- The games of a book that names them (--keep-games). id: a hash of the row and the
-- moves of the game. plies: as many as were read, which is no more than the limit of
-- the book. source, line: where it was read.
CREATE TABLE game (
  id     INTEGER PRIMARY KEY,
  red    TEXT NOT NULL,
  black  TEXT NOT NULL,
  event  TEXT NOT NULL,
  date   TEXT NOT NULL,
  result TEXT NOT NULL,
  plies  INTEGER NOT NULL,
  source TEXT NOT NULL,
  line   INTEGER
) STRICT;

-- Games that played a move: all of them or so many as the property samples says,
-- those with the smallest id. ply: at which the game played it first.
CREATE TABLE sample (
  key  INTEGER NOT NULL,
  lock INTEGER NOT NULL,
  move INTEGER NOT NULL,
  game INTEGER NOT NULL REFERENCES game (id),
  ply  INTEGER NOT NULL,
  PRIMARY KEY (key, lock, move, game)
) STRICT, WITHOUT ROWID;

-- Facts about the file: zobrist_version; the options of the build, max_ply (0:
-- all plies), min_games and samples (of a move, at most; 0: none); the numbers of games, of positions and of rows.
-- digest_move, digest_sample, digest_game, digest_property: of the rows of a table
-- (for `property`, of all but the last), the sum modulo 2^64, in two's complement, of
-- the XXH3 (64 bits) of each row as a record of SQLite's file format (section 2.1),
-- where a text stands as an integer, its own XXH3.
-- Books of earlier versions have no digests.
CREATE TABLE property (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Rows with the key in hexadecimal and the move in squares.
CREATE VIEW moves AS
SELECT printf ('%016x', key) AS key,
       printf ('%016x', lock) AS lock,
       char (97 + move / 90 % 9) || (move / 90 / 9) || char (97 + move % 90 % 9) || (move % 90 / 9)
         AS move,
       games,
       red_wins,
       draws,
       black_wins,
       first_year,
       last_year,
       rated,
       round (1.0 * rating_sum / nullif (rated, 0)) AS average_rating,
       nullif (best_rating, 0) AS best_rating
  FROM move;
