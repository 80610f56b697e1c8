/** Messages that are sent automatically: mail, and calls of webhooks. */
import { DAY_MS, HOUR_MS, KIB } from "../../lib/units.ts";

export const deliveryLimits = {
  /** How often it is looked for, how many go at once, and how long one may take. */
  deliveryLookMs: 1_000,
  deliveriesAtOnce: 4,
  deliveryAttemptMs: 60_000,
  /** Tried again after 5 s, then four times as long each time, half of it by chance, until it is given up. */
  deliveryRetryFirstMs: 5_000,
  deliveryRetryLongestMs: 6 * HOUR_MS,
  deliveryGiveUpMs: 3 * DAY_MS,
  /** For so long it is known that something was sent. */
  deliveryKeptMs: 7 * DAY_MS,
  deliverySweepMs: HOUR_MS,

  /** Mail: each step of the conversation, what a server may answer at once, and what a message may be. */
  smtpStepMs: 15_000,
  smtpAnswerBytes: 64 * KIB,
  mailSubjectChars: 200,
  mailValueChars: 500,
  mailTemplateBytes: 16 * KIB,
  /** Of one kind to one person in a day; reset links of a person, and attempts of a network at them. */
  mailsPerPersonAndDay: 20,
  lostPasswordsPerPersonAndDay: 5,
  lostPasswordsPerNetwork: 10,
  lostPasswordsWaiting: 1_000,
  /** How long a link to a new password works, at most. */
  lostPasswordLinkMs: HOUR_MS,
  /** Webhooks: an organization's, what an address and a result may be, what is read of an answer and awaited for it. */
  webhooksPerOrganization: 10,
  webhookUrlChars: 1_000,
  webhookResultBytes: 1024 * KIB,
  webhookAnswerBytes: 16 * KIB,
  webhookCallMs: 15_000,
  /** For so long a secret that was renewed signs too. */
  webhookSecretOverlapMs: DAY_MS,
  /** How often the audit log is read on for what people hear of, and how often it is looked whether administrators must. */
  noticeLookMs: 5_000,
  siteNoticeEveryMs: 60_000,
} as const;
