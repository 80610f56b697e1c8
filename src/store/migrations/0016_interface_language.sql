-- The language of the pages that a person sees; null: what their browser asks for. What they dictate in is a setting of
-- its own.
ALTER TABLE users ADD COLUMN interface_language TEXT;
