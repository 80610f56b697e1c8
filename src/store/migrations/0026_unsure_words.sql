-- Places of the final text that the recognizer may have misheard, as `(3 8), (20 25)`; null for none.
ALTER TABLE sessions ADD COLUMN unsure_words TEXT;
