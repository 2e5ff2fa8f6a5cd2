-- Which games an import added to a database that had games before: such an import is an operation
-- of kind `edit` that changes no header, with a row here for each of its transactions.
CREATE TABLE edit_import (
  edit  INTEGER NOT NULL REFERENCES edit (id) ON DELETE CASCADE,
  first INTEGER NOT NULL, -- game.id of the first game
  last  INTEGER NOT NULL, -- and of the last one
  PRIMARY KEY (edit, first),
  CHECK (first BETWEEN 1 AND last)
) STRICT, WITHOUT ROWID;
