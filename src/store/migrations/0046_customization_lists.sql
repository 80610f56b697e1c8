-- The lists of customizations, a hundred entries in a row: a change of a few writes little.
CREATE TABLE customization_lists (
  user_id TEXT NOT NULL REFERENCES customizations (user_id) ON DELETE CASCADE,
  list    TEXT NOT NULL CHECK (list IN ('dictionary', 'replacements')),
  -- From 0 on; the oldest entries first.
  number  INTEGER NOT NULL CHECK (number >= 0),
  -- JSON: an array of words, or one of [from, to].
  entries TEXT NOT NULL,
  PRIMARY KEY (user_id, list, number)
) STRICT, WITHOUT ROWID;

INSERT INTO customization_lists
  SELECT user_id, 'dictionary', each.key / 100, json_group_array(each.value ORDER BY each.key)
  FROM customizations, json_each(dictionary) AS each GROUP BY user_id, each.key / 100;
INSERT INTO customization_lists
  SELECT user_id, 'replacements', each.key / 100, json_group_array(json(each.value) ORDER BY each.key)
  FROM customizations, json_each(replacements) AS each GROUP BY user_id, each.key / 100;
ALTER TABLE customizations DROP COLUMN dictionary;
ALTER TABLE customizations DROP COLUMN replacements;
