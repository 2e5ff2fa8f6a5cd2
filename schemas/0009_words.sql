-- Which games have a word in their comments. Made by `xq index`. Words here are tokens: a word of
-- Latin letters and the like in small ASCII letters (its first 64 bytes), and each Chinese character
-- with the two that follow it, less where something else follows.
CREATE TABLE word (
  block INTEGER NOT NULL, -- of game numbers: game.id / 65536, rounded down
  word  TEXT NOT NULL,
  games BLOB NOT NULL,    -- game.id - 65536 * block, rising, as differences in base 128, low bits first
  PRIMARY KEY (block, word)
) STRICT, WITHOUT ROWID;

-- At most one row: what table word was made from.
CREATE TABLE word_index (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  tokens INTEGER NOT NULL, -- version of the rules for tokens
  game   INTEGER NOT NULL  -- the last game.id taken in: later ones are looked at one by one
) STRICT;

-- Games up to that one of which table word does not say what they say now: they are looked at one by
-- one, too. Triggers note what changes, except for a new row with a number that was free when the
-- index was made (a trigger would make every import slower): who inserts one notes it.
CREATE TABLE word_changed (
  game INTEGER PRIMARY KEY
) STRICT;

CREATE TRIGGER words_gone AFTER DELETE ON game
WHEN OLD.id <= (SELECT game FROM word_index) BEGIN
  INSERT INTO word_changed (game)
    SELECT OLD.id WHERE OLD.id NOT IN (SELECT game FROM word_changed);
END;
CREATE TRIGGER words_changed AFTER UPDATE OF id, notes ON game
WHEN (NEW.id <> OLD.id OR NEW.notes IS NOT OLD.notes)
  AND min (NEW.id, OLD.id) <= (SELECT game FROM word_index) BEGIN
  INSERT INTO word_changed (game)
    SELECT OLD.id WHERE OLD.id NOT IN (SELECT game FROM word_changed);
  INSERT INTO word_changed (game)
    SELECT NEW.id WHERE NEW.id NOT IN (SELECT game FROM word_changed);
END;
