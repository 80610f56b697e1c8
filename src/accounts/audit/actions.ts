/** Everything that lines of the audit log tell. */

/** Nothing changed (security-events.ts). */
export const SECURITY_ACTIONS = [
  "user.log_in_failed",
  "user.log_in_delayed",
  "user.second_step_failed",
  "user.second_step_locked",
  "key.used_after_revocation",
  "key.used_from_elsewhere",
  "origin.refused",
] as const;
export type SecurityAction = (typeof SECURITY_ACTIONS)[number];

/** Past tense: the line is written with the change. */
export type AuditAction =
  | "user.added"
  | "user.plan_set"
  | "user.server_role_set"
  | "user.profile_set"
  | "user.removed_by_directory"
  | "user.privacy_set"
  | "user.interface_language_set"
  | "user.disabled"
  | "user.enabled"
  | "user.removed"
  | "user.setup_link_made"
  | "user.set_up"
  | "user.history_erased"
  | "user.session_erased"
  | "user.password_changed"
  | "user.second_step_enabled"
  | "user.second_step_disabled"
  | "user.recovery_codes_renewed"
  | "user.company_account_linked"
  | "user.company_account_unlinked"
  | "user.passkey_added"
  | "user.passkey_removed"
  | "user.logged_in"
  | "user.logged_out"
  | "user.logged_out_everywhere"
  | "organization.added"
  | "organization.plan_set"
  | "organization.policy_set"
  | "organization.dictionary_changed"
  | "organization.template_added"
  | "organization.template_changed"
  | "organization.template_removed"
  | "organization.content_removed"
  | "organization.disabled"
  | "organization.enabled"
  | "member.added"
  | "member.role_set"
  | "member.removed"
  | "invitation.made"
  | "invitation.revoked"
  | "invitation.accepted"
  | "group.added"
  | "group.changed"
  | "group.removed"
  | "scim_token.created"
  | "scim_token.revoked"
  | "key.created"
  | "key.rotated"
  | "key.revoked"
  | "grant.made"
  | "grant.revoked"
  | "grant.misused"
  | "captions.shared"
  | "recording.shared"
  | "recording.unshared"
  | "recording.erased"
  | "limit.set"
  | "limit.cleared"
  | "payment.arranged"
  | "payment.withdrawn"
  | "invoice.paid"
  | "clock.confirmed"
  | "job.cancelled"
  | "webhook.added"
  | "webhook.removed"
  | "webhook.secret_renewed"
  | "secrets.rotated"
  | "secrets.reset"
  | "backup.restored"
  | SecurityAction;
