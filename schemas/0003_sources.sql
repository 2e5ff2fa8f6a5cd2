-- Where else a game was read from: the same record in another file. The first
-- source is in the game itself.
CREATE TABLE also_in (
  game   INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  source INTEGER NOT NULL REFERENCES source (id),
  PRIMARY KEY (game, source)
) STRICT, WITHOUT ROWID;
