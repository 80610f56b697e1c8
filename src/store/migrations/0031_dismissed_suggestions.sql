-- What of a person's own corrections is not offered to them any more: digests, because the words are those of their texts.
ALTER TABLE customizations ADD COLUMN dismissed TEXT NOT NULL DEFAULT '[]';
