/** Kinds of mail. A site may replace the text of each (`mail.templates_dir`). */
export const MAIL_LANE = "mail";

/** Each with the values that its text may name as `{{value}}`; `site` is the server's address, for all. */
export const MAIL_KINDS = {
  setup_link: ["name", "link", "until"],
  lost_password: ["name", "link", "until"],
  invitation: ["organization", "role", "link", "until"],
  new_device: ["name", "when", "device", "address"],
  credential_changed: ["name", "when", "change", "address"],
  backup_failed: ["when", "reason"],
  backup_overdue: ["when"],
  certificate_expiring: ["days"],
  test: ["when"],
} as const;

export type MailKind = keyof typeof MAIL_KINDS;

export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(MAIL_KINDS, kind);
}
