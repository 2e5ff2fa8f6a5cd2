-- Names that stand for one another: a person, an event or a place under all the names by which games
-- call it, as `xq names --load` takes them from an alias file. Games keep the name that was written;
-- filters and counts treat the names of one group as one.
CREATE TABLE alias (
  kind  INTEGER NOT NULL CHECK (kind IN (0, 1, 2)), -- 0 player, 1 event, 2 site
  name  TEXT NOT NULL CHECK (name <> ''),
  owner INTEGER NOT NULL, -- the group, from 1 in the order of the file
  place INTEGER NOT NULL, -- in the group; 0 is the canonical name
  above TEXT,             -- of place 0: comments and sections between the group before and this one
  below TEXT,             -- of place 0 of the last group: comments behind it
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX alias_owner ON alias (owner, place);
