-- Where the clock was set back far, the times of somebody's sessions do not grow with their numbers everywhere.
ALTER TABLE history_owners ADD COLUMN out_of_order INTEGER NOT NULL DEFAULT 0 CHECK (out_of_order IN (0, 1));
