-- Whether an organization's owners may read what its members dictate, and since when: earlier content stays theirs alone.
ALTER TABLE organizations ADD COLUMN content_review TEXT NOT NULL DEFAULT 'none'
  CHECK (content_review IN ('none', 'owners'));
ALTER TABLE organizations ADD COLUMN content_review_since INTEGER
  CHECK ((content_review_since IS NOT NULL) = (content_review = 'owners'));

-- Each viewing is a line about the member, who sees it, and so does the organization.
CREATE INDEX audit_log_of_viewed ON audit_log (target, sequence) WHERE action = 'content.viewed';
CREATE INDEX audit_log_of_viewers ON audit_log (json_extract(details, '$.organization'), sequence)
  WHERE action = 'content.viewed';
