import { type Db, perDatabase } from "../db.ts";
import { openSecret, sealSecret } from "../secrets/sealed-secrets.ts";
import { changes, rowAs, rowsAs } from "../statements.ts";

export const WEBHOOK_EVENTS = [
  "job.succeeded",
  "job.failed",
  "invoice.issued",
  "person.disabled",
  "backup.failed",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Times are milliseconds since the epoch. */
export interface Webhook {
  id: string;
  /** Null: the installation's. */
  organizationId: string | null;
  url: string;
  events: readonly WebhookEvent[];
  withResult: boolean;
  createdAt: number;
}

/** `whsec_…`; the one before signs too until its time is over. */
export interface WebhookSecrets {
  current: string;
  previous: { secret: string; until: number } | null;
}

type Row = Omit<Webhook, "events" | "withResult"> & { events: string; withResult: 0 | 1 };

const COLUMNS =
  "id, organization_id AS organizationId, url, events, with_result AS withResult, created_at AS createdAt";

const statements = perDatabase((db) => ({
  insert: db.prepare<[Row & { sealed: Uint8Array }]>(
    `INSERT INTO webhooks (id, organization_id, url, events, with_result, sealed_secrets, created_at)
     VALUES (@id, @organizationId, @url, @events, @withResult, @sealed, @createdAt)`,
  ),
  sealed: db.prepare<[string], Buffer>("SELECT sealed_secrets FROM webhooks WHERE id = ?").pluck(),
  setSealed: db.prepare<[Uint8Array, string]>("UPDATE webhooks SET sealed_secrets = ? WHERE id = ?"),
}));

export function insertWebhook(db: Db, webhook: Webhook, secrets: WebhookSecrets): void {
  const { events, withResult } = webhook;
  const row = { ...webhook, events: JSON.stringify(events), withResult: withResult ? 1 : 0 } as const;
  statements(db).insert.run({ ...row, sealed: sealed(db, webhook.id, secrets) });
}

export const webhookById = rowAs<[id: string], Row, Webhook>(
  `SELECT ${COLUMNS} FROM webhooks WHERE id = ?`,
  fromRow,
);

/** Oldest first. @param organizationId null: the installation's own. */
export const webhooksOf = rowsAs<[organizationId: string | null], Row, Webhook>(
  `SELECT ${COLUMNS} FROM webhooks WHERE organization_id IS ? ORDER BY created_at, id`,
  fromRow,
);

/** Of all organizations and the installation, oldest first. */
export const allWebhooks = rowsAs<[], Row, Webhook>(
  `SELECT ${COLUMNS} FROM webhooks ORDER BY created_at, id`,
  fromRow,
);

/** Null if there is no such hook. */
export function webhookSecrets(db: Db, id: string): WebhookSecrets | null {
  const found = statements(db).sealed.get(id);
  if (found === undefined) return null;
  return JSON.parse(openSecret(db, "webhooks", id, found).toString()) as WebhookSecrets;
}

export function setWebhookSecrets(db: Db, id: string, secrets: WebhookSecrets): void {
  statements(db).setSealed.run(sealed(db, id, secrets), id);
}

export const deleteWebhook = changes<[id: string]>("DELETE FROM webhooks WHERE id = ?");

function sealed(db: Db, id: string, secrets: WebhookSecrets): Buffer {
  return sealSecret(db, "webhooks", id, JSON.stringify(secrets));
}

function fromRow({ events, withResult, ...row }: Row): Webhook {
  return { ...row, events: JSON.parse(events) as WebhookEvent[], withResult: withResult === 1 };
}
