/** Messages that a context sends. None of it is loaded if the site has none configured. */
import type { Config, Secrets } from "../config/schema.ts";
import type { Notices, NoticesDeps } from "../delivery/notices.ts";
import type { Channel, Outbox } from "../delivery/outbox.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { Db } from "../store/db.ts";

export interface Deliveries {
  /** Null if nothing is sent. */
  outbox: Outbox | null;
  notices: Notices | null;
  /** Sends a message at once. @throws as `sendTestMessage`. */
  testMail: (address: string) => Promise<{ to: string; server: string }>;
}

interface DeliveryOptions {
  config: Config;
  secrets: Secrets;
  logger: Logger;
  publicUrl: string;
}

interface DeliveryParts extends Pick<NoticesDeps, "certificateDaysLeft"> {
  db: Db;
  clock: Clock;
  backups: { readonly health: ReturnType<NoticesDeps["backupHealth"]> };
}

/** Starts nothing yet. */
export async function openDeliveries(
  options: DeliveryOptions,
  { db, clock, backups, certificateDaysLeft }: DeliveryParts,
  taken: AsyncDisposableStack,
): Promise<Deliveries> {
  const { config, logger } = options;
  const sends = { mail: config.mail.server !== undefined, webhooks: config.webhooks.allow.length > 0 };
  const testMail: Deliveries["testMail"] = async (address) => {
    const { sendTestMessage } = await import("../delivery/mail/test-message.ts");
    return sendTestMessage({ ...options, clock }, address);
  };
  if (!sends.mail && !sends.webhooks) return { outbox: null, notices: null, testMail };
  const shared = { db, clock, logger };
  const mail = await mailOf(options, shared);
  const webhook = await webhooksOf(config, shared);
  const { MAIL_LANE } = await import("../delivery/mail/kinds.ts");
  const { Notices } = await import("../delivery/notices.ts");
  const { Outbox } = await import("../delivery/outbox.ts");
  const outbox = new Outbox({ ...shared, channelOf: (lane) => (lane === MAIL_LANE ? mail : webhook) });
  const backupHealth = () => backups.health;
  const notices = new Notices({ ...shared, sends, backupHealth, certificateDaysLeft });
  taken.defer(() => outbox.close());
  taken.defer(() => notices.close());
  return { outbox, notices, testMail };
}

interface Shared {
  db: Db;
  clock: Clock;
  logger: Logger;
}

async function mailOf(
  { config, secrets, publicUrl }: DeliveryOptions,
  shared: Shared,
): Promise<Channel | null> {
  const { mail: settings } = config;
  if (settings.server === undefined) return null;
  const { mailChannel, sendsMail } = await import("../delivery/mail/channel.ts");
  return sendsMail(settings) ? mailChannel({ ...shared, config, publicUrl }, settings, secrets) : null;
}

async function webhooksOf(config: Config, shared: Shared): Promise<Channel | null> {
  if (config.webhooks.allow.length === 0) return null;
  const { webhookChannel } = await import("../delivery/webhooks/channel.ts");
  return webhookChannel({ ...shared, config });
}
