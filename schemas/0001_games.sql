-- The game database (.xqdb): one row of `game` for each record, with everything
-- that is needed to give the same record back. The view `games` at the end is
-- the convenient way to look at it. Text is UTF-8; NULL stands for an empty or
-- absent header (table `layout` says which).

-- Names, each text once. `hash` is XXH3 (64 bits, low 32 taken as a signed
-- number) of the name: a small index that finds long names, too.
CREATE TABLE player (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  hash INTEGER NOT NULL
) STRICT;
CREATE INDEX player_hash ON player (hash);

CREATE TABLE team (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  hash INTEGER NOT NULL
) STRICT;
CREATE INDEX team_hash ON team (hash);

CREATE TABLE event (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  hash INTEGER NOT NULL
) STRICT;
CREATE INDEX event_hash ON event (hash);

CREATE TABLE site (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  hash INTEGER NOT NULL
) STRICT;
CREATE INDEX site_hash ON site (hash);

-- Where games were first read from: the path as it was given, `-` for stdin.
CREATE TABLE source (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  hash INTEGER NOT NULL
) STRICT;
CREATE INDEX source_hash ON source (hash);

-- A layout is a list of headers in the order in which a record has them; games
-- of one archive share a few. `place` counts from 0. `kind` says where the value
-- of the header is: 0 in the column of `game` that belongs to it, 1 in table
-- `tag`, 2 here in `value`, the same for every game with this layout.
CREATE TABLE layout (
  id    INTEGER NOT NULL,
  place INTEGER NOT NULL,
  name  TEXT NOT NULL,
  kind  INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
  value TEXT CHECK ((kind = 2) = (value IS NOT NULL)),
  PRIMARY KEY (id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE game (
  id         INTEGER PRIMARY KEY,
  source     INTEGER NOT NULL REFERENCES source (id),
  layout     INTEGER NOT NULL, -- layout.id; 0 for a record without headers
  event      INTEGER REFERENCES event (id),
  site       INTEGER REFERENCES site (id),
  red        INTEGER REFERENCES player (id),
  black      INTEGER REFERENCES player (id),
  red_team   INTEGER REFERENCES team (id),
  black_team INTEGER REFERENCES team (id),
  date       INTEGER, -- yyyymmdd, with 00 for a month or day that is not known
  date_text  TEXT,    -- the header as written, unless it is yyyy.mm.dd (?? for 00)
  round      TEXT,
  ecco       TEXT,    -- opening code of the record: A00 to E99
  result     INTEGER NOT NULL CHECK (result IN (0, 1, 2, 3)), -- 0 *, 1 1-0, 2 0-1, 3 1/2-1/2
  plies      INTEGER NOT NULL, -- length of the main line, so length (moves) / 2
  start_fen  TEXT,    -- canonical FEN; NULL for the standard start position
  moves      BLOB NOT NULL, -- main line, two bytes a ply, big-endian: from * 90 + to
  notes      BLOB     -- comments, glyphs and variations in xq's own code; NULL: none
) STRICT;

-- Headers that have no column in `game`, and those whose text differs from what
-- the column says (a Result of `0-0`, a FEN in another spelling).
CREATE TABLE tag (
  game  INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  place INTEGER NOT NULL, -- layout.place
  value TEXT NOT NULL,
  PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

-- Which games have the same start position and moves. `hash` is XXH3 (64 bits) of
-- these, `record` XXH3 (its low 32 bits) of all that a record says: that of the
-- game's own row, and those that were left out because the row says more. Only
-- hints, which are followed by comparing in full.
CREATE TABLE line (
  hash   INTEGER NOT NULL,
  record INTEGER NOT NULL,
  game   INTEGER NOT NULL,
  PRIMARY KEY (hash, record, game)
) STRICT, WITHOUT ROWID;

-- Games with their names and readable dates and results.
CREATE VIEW games AS
SELECT g.id,
       event.name AS event,
       site.name AS site,
       CASE WHEN g.date IS NOT NULL THEN
         replace (printf ('%04d.%02d.%02d', g.date / 10000, g.date / 100 % 100, g.date % 100),
                  '.00', '.??') END AS date,
       g.round,
       red.name AS red,
       black.name AS black,
       red_team.name AS red_team,
       black_team.name AS black_team,
       CASE g.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' ELSE '*' END
         AS result,
       g.ecco,
       g.plies,
       g.start_fen,
       source.name AS source
  FROM game AS g
  JOIN source ON source.id = g.source
  LEFT JOIN event ON event.id = g.event
  LEFT JOIN site ON site.id = g.site
  LEFT JOIN player AS red ON red.id = g.red
  LEFT JOIN player AS black ON black.id = g.black
  LEFT JOIN team AS red_team ON red_team.id = g.red_team
  LEFT JOIN team AS black_team ON black_team.id = g.black_team;
