-- What belongs to a game goes with it, also for programs that do not enforce foreign keys (the
-- sqlite3 shell does not, unless it is told to). Rows that earlier versions left behind go now.
DELETE FROM tag WHERE game NOT IN (SELECT id FROM game);
DELETE FROM also_in WHERE game NOT IN (SELECT id FROM game);
DELETE FROM line WHERE game NOT IN (SELECT id FROM game);
DELETE FROM annotation_move WHERE game NOT IN (SELECT id FROM game);
DELETE FROM annotation WHERE game NOT IN (SELECT id FROM game);

-- The rows of a game in table line, which is in the order of the hashes.
CREATE INDEX line_game ON line (game);

CREATE TRIGGER game_parts_gone AFTER DELETE ON game BEGIN
  DELETE FROM tag WHERE game = OLD.id;
  DELETE FROM also_in WHERE game = OLD.id;
  DELETE FROM line WHERE game = OLD.id;
  DELETE FROM annotation_move WHERE game = OLD.id;
  DELETE FROM annotation WHERE game = OLD.id;
END;

CREATE TRIGGER game_renumbered AFTER UPDATE OF id ON game WHEN NEW.id <> OLD.id BEGIN
  UPDATE OR REPLACE tag SET game = NEW.id WHERE game = OLD.id;
  UPDATE OR REPLACE also_in SET game = NEW.id WHERE game = OLD.id;
  UPDATE OR REPLACE line SET game = NEW.id WHERE game = OLD.id;
  UPDATE OR REPLACE annotation SET game = NEW.id WHERE game = OLD.id;
  UPDATE OR REPLACE annotation_move SET game = NEW.id WHERE game = OLD.id;
END;

-- Hashes of other moves, and judgements of them.
CREATE TRIGGER game_moves_changed AFTER UPDATE OF start_fen, moves ON game
WHEN NEW.moves <> OLD.moves OR NEW.start_fen IS NOT OLD.start_fen BEGIN
  DELETE FROM line WHERE game = NEW.id;
  DELETE FROM annotation_move WHERE game = NEW.id;
  DELETE FROM annotation WHERE game = NEW.id;
END;
