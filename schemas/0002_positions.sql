-- Which games reach a position, for positions of the opening: one row for each
-- that two games or more reach, at least one of them early. `games` lists every
-- game that reaches it at any ply, so a row is a complete answer. Made by
-- `xq index`; a position that is not here is looked for in the games themselves.
CREATE TABLE position (
  key   INTEGER PRIMARY KEY, -- canonical key (the smaller of the position and its mirror image)
  lock  INTEGER NOT NULL,    -- the other half of the identity
  games BLOB NOT NULL        -- game.id in rising order, as differences in base 128, low bits first
) STRICT;

-- At most one row: what table position was made from.
CREATE TABLE position_index (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  zobrist INTEGER NOT NULL, -- version of the key tables
  plies   INTEGER NOT NULL, -- positions of this many plies were taken in
  game    INTEGER NOT NULL  -- the last game.id taken in: later ones are looked at one by one
) STRICT;

-- An index of other games than those that are here would give wrong answers.
CREATE TRIGGER game_gone AFTER DELETE ON game BEGIN
  DELETE FROM position_index;
END;
CREATE TRIGGER game_changed AFTER UPDATE OF id, start_fen, moves ON game BEGIN
  DELETE FROM position_index;
END;
