-- Monthly reports that lie in the folder of `reports.folder`, by their month (`YYYY-MM`).
CREATE TABLE written_reports (
  month      TEXT PRIMARY KEY CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  written_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
