/**
 * Sentences about faults that people read, each with a key: in English for programs, and on pages in the reader's language
 * (`pages/messages/faults.ts`). `{0}` and `{1}` stand for what is filled in.
 */
const SENTENCES = {
  fields_wrong: "Some fields are not filled in correctly.",
  email_malformed: "This is not an e-mail address such as ada@example.com.",
  link_for_one: "This link is for {0} alone.",
  name_length: "The {0} must have 1 to {1} printable characters.",
  address_taken: "A user with the address {0} already exists.",
  password_length: "The password must have {0} to {1} characters.",
  password_guessable: "The password is too easy to guess.",
  password_common: "The password is one of the most common ones.",
  passwords_differ: "The two passwords are not the same.",
  password_not_current: "This is not your current password.",
  code_wrong: "The code is wrong. Check that your device's clock is right.",
  requests_a_minute: "This account is limited to {0} requests a minute; wait for the time in Retry-After.",
  changes_a_day: "You have changed too much today; continue tomorrow.",
  attempts_too_many: "Too many failed attempts; wait a while.",
  attempts_pause: "Too many failed attempts; try again in a moment.",
  passwords_checked: "Too many passwords are being checked; try again in a moment.",
  page_of_another:
    "This page was made for somebody else, who was logged in here before. Nothing was done. Open the page again to continue as yourself.",
  host_unexpected:
    "This server does not expect people under this host name. Its operator can set server.public_url, or add the name to mcp.allowed_hosts.",
  account_disabled: "The account is disabled.",
  account_disabled_ask: "The account is disabled. Ask the administrator of this server.",
  access_ended:
    "Access ended because the person has not logged in for {0} days. It works again once they log in at /login with {1}.",
  log_in_otherwise: "Log in with {0}: this server accepts no other log-in.",
  link_gone: "This link no longer works: it was used, replaced by a newer one, or has expired.",
  invitation_gone:
    "This invitation no longer works: it was accepted, revoked, replaced by a newer one, or has expired.",
  invitation_for_another: "This invitation is for {0}, and you are logged in as {1}.",
  invitation_log_in: "{0} has an account. Open the invitation again and log in.",
  member_already: "{0} is a member already.",
  person_member_already: "The person is a member already.",
  passkeys_full: "You can have at most {0} passkeys; remove one first.",
  passkey_unknown: "The passkey is not valid here or no longer known. Try again.",
  took_too_long: "This took too long. Reload the page and start again.",
  foreign_page: "The request did not come from a page of this server.",
  foreign_form:
    "The form was not sent from a page of your session. Go back, reload the page and send it again.",
  session_changed: "You logged out or in meanwhile. Start again from your account page.",
  no_company_log_in: "This server has no company log-in.",
  company_required: "This server requires that you log in with your company account.",
  no_other_way_in:
    "You have neither a password nor a passkey: without your company account you could not log in.",
  company_address_differs: "The company account has the address {0}, but your account here has {1}.",
  company_account_taken: "The company account is connected to another account here.",
  company_account_exists:
    "An account for {0} already exists. Log in to it as usual and connect the company account there.",
  no_account: "There is no account for {0}. Ask the administrator of this server for one.",
  company_address_missing: "Your company account provides no e-mail address.",
  company_address_unverified: "Your company account has not verified the address {0}.",
  company_domain_foreign: "The company log-in does not accept addresses at {0}.",
  company_group_wrong: "Your company account is in no group that may use this server.",
} as const;

export type PersonFaultKey = keyof typeof SENTENCES;

/** As a text it is the English sentence. */
export class PersonFault {
  readonly key: PersonFaultKey;
  readonly #values: readonly (string | number)[];

  constructor(key: PersonFaultKey, values: readonly (string | number)[]) {
    this.key = key;
    this.#values = values;
  }

  /** @param sentence the same in another language. */
  filledInto(sentence: string): string {
    return sentence.replace(/\{(\d)\}/g, (_, index) => String(this.#values[Number(index)] ?? ""));
  }

  toString(): string {
    return this.filledInto(SENTENCES[this.key]);
  }
}

export function personFault(key: PersonFaultKey, ...values: (string | number)[]): PersonFault {
  return new PersonFault(key, values);
}
