-- A row that games refer to by its id stays as long as they do: its id would be given to another
-- row, and the games would have that one's name. Triggers, because the sqlite3 shell enforces no
-- foreign keys unless it is told to. They look at every game: no index is kept for a rare act.

-- Rows that are gone already: `?`, PGN's word for what is not known (with its hash), takes those ids
-- that imports would give to other names; ids beyond 2^62 are never reached. A game without its
-- layout is read as one without headers.
INSERT INTO player (id, name, hash)
  SELECT id, '?', 436103435
    FROM (SELECT red AS id FROM game
          UNION SELECT black AS id FROM game)
   WHERE id > (SELECT coalesce(max(id), 0) FROM player) AND id < 1 << 62;
INSERT INTO team (id, name, hash)
  SELECT id, '?', 436103435
    FROM (SELECT red_team AS id FROM game
          UNION SELECT black_team AS id FROM game)
   WHERE id > (SELECT coalesce(max(id), 0) FROM team) AND id < 1 << 62;
INSERT INTO event (id, name, hash)
  SELECT id, '?', 436103435
    FROM (SELECT DISTINCT event AS id FROM game)
   WHERE id > (SELECT coalesce(max(id), 0) FROM event) AND id < 1 << 62;
INSERT INTO site (id, name, hash)
  SELECT id, '?', 436103435
    FROM (SELECT DISTINCT site AS id FROM game)
   WHERE id > (SELECT coalesce(max(id), 0) FROM site) AND id < 1 << 62;
INSERT INTO source (id, name, hash)
  SELECT id, '?', 436103435
    FROM (SELECT source AS id FROM game
          UNION SELECT source AS id FROM also_in)
   WHERE id > (SELECT coalesce(max(id), 0) FROM source) AND id < 1 << 62;
UPDATE game SET layout = 0 WHERE layout > (SELECT coalesce(max(id), 0) FROM layout);
DELETE FROM evaluation WHERE analyst > (SELECT coalesce(max(id), 0) FROM analyst);
DELETE FROM annotation_move WHERE analyst > (SELECT coalesce(max(id), 0) FROM analyst);
DELETE FROM annotation WHERE analyst > (SELECT coalesce(max(id), 0) FROM analyst);

CREATE TRIGGER player_deleted BEFORE DELETE ON player
WHEN EXISTS (SELECT 1 FROM game WHERE red = OLD.id OR black = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'games refer to this row of player: change or delete them first');
END;
CREATE TRIGGER player_renumbered BEFORE UPDATE OF id ON player
WHEN NEW.id <> OLD.id
  AND EXISTS (SELECT 1 FROM game WHERE red = OLD.id OR black = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'games refer to this row of player: change or delete them first');
END;

CREATE TRIGGER team_deleted BEFORE DELETE ON team
WHEN EXISTS (SELECT 1 FROM game WHERE red_team = OLD.id OR black_team = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'games refer to this row of team: change or delete them first');
END;
CREATE TRIGGER team_renumbered BEFORE UPDATE OF id ON team
WHEN NEW.id <> OLD.id
  AND EXISTS (SELECT 1 FROM game WHERE red_team = OLD.id OR black_team = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'games refer to this row of team: change or delete them first');
END;

CREATE TRIGGER event_deleted BEFORE DELETE ON event
WHEN EXISTS (SELECT 1 FROM game WHERE event = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'games refer to this row of event: change or delete them first');
END;
CREATE TRIGGER event_renumbered BEFORE UPDATE OF id ON event
WHEN NEW.id <> OLD.id
  AND EXISTS (SELECT 1 FROM game WHERE event = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'games refer to this row of event: change or delete them first');
END;

CREATE TRIGGER site_deleted BEFORE DELETE ON site
WHEN EXISTS (SELECT 1 FROM game WHERE site = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'games refer to this row of site: change or delete them first');
END;
CREATE TRIGGER site_renumbered BEFORE UPDATE OF id ON site
WHEN NEW.id <> OLD.id
  AND EXISTS (SELECT 1 FROM game WHERE site = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'games refer to this row of site: change or delete them first');
END;

CREATE TRIGGER source_deleted BEFORE DELETE ON source
WHEN EXISTS (SELECT 1 FROM game WHERE source = OLD.id)
  OR EXISTS (SELECT 1 FROM also_in WHERE source = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'games refer to this row of source: change or delete them first');
END;
CREATE TRIGGER source_renumbered BEFORE UPDATE OF id ON source
WHEN NEW.id <> OLD.id
  AND (EXISTS (SELECT 1 FROM game WHERE source = OLD.id)
    OR EXISTS (SELECT 1 FROM also_in WHERE source = OLD.id)) BEGIN
  SELECT RAISE (ABORT, 'games refer to this row of source: change or delete them first');
END;

CREATE TRIGGER layout_deleted BEFORE DELETE ON layout
WHEN EXISTS (SELECT 1 FROM game WHERE layout = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'games refer to this row of layout: change or delete them first');
END;
CREATE TRIGGER layout_renumbered BEFORE UPDATE OF id ON layout
WHEN NEW.id <> OLD.id
  AND EXISTS (SELECT 1 FROM game WHERE layout = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'games refer to this row of layout: change or delete them first');
END;

CREATE TRIGGER analyst_deleted BEFORE DELETE ON analyst
WHEN EXISTS (SELECT 1 FROM evaluation WHERE analyst = OLD.id)
  OR EXISTS (SELECT 1 FROM annotation WHERE analyst = OLD.id) BEGIN
  SELECT RAISE (ABORT, 'evaluations refer to this row of analyst: change or delete them first');
END;
CREATE TRIGGER analyst_renumbered BEFORE UPDATE OF id ON analyst
WHEN NEW.id <> OLD.id
  AND (EXISTS (SELECT 1 FROM evaluation WHERE analyst = OLD.id)
    OR EXISTS (SELECT 1 FROM annotation WHERE analyst = OLD.id)) BEGIN
  SELECT RAISE (ABORT, 'evaluations refer to this row of analyst: change or delete them first');
END;
