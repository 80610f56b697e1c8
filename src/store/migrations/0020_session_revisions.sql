-- People correct the texts of their sessions: how often that was done, and the text as it was before the first time.
ALTER TABLE sessions ADD COLUMN revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0);
-- Null as long as nothing was corrected.
ALTER TABLE sessions ADD COLUMN original_text TEXT;

CREATE TRIGGER sessions_change_in_the_search AFTER UPDATE OF terms ON sessions
BEGIN
  INSERT INTO session_terms (session_terms, rowid, terms) VALUES ('delete', OLD.number, OLD.terms);
  INSERT INTO session_terms (rowid, terms) VALUES (NEW.number, NEW.terms);
END;
