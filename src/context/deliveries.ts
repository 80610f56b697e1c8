/** What a context sends to others by itself. Nothing of it is loaded where the site has none configured. */
import type { Config, Secrets } from "../config/schema.ts";
import type { Notices, NoticesDeps } from "../delivery/notices.ts";
import type { Outbox } from "../delivery/outbox.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { Db } from "../store/db.ts";

export interface Deliveries {
  /** Null where nothing is sent. */
  outbox: Outbox | null;
  notices: Notices | null;
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
  { config, secrets, logger, publicUrl }: DeliveryOptions,
  { db, clock, backups, certificateDaysLeft }: DeliveryParts,
  taken: AsyncDisposableStack,
): Promise<Deliveries> {
  if (config.mail.server === undefined) return { outbox: null, notices: null };
  const { Outbox } = await import("../delivery/outbox.ts");
  const { mailChannel, sendsMail } = await import("../delivery/mail/channel.ts");
  const { MAIL_LANE } = await import("../delivery/mail/kinds.ts");
  const { Notices } = await import("../delivery/notices.ts");
  const shared = { db, clock, logger };
  const { mail: settings } = config;
  const mail = sendsMail(settings) ? mailChannel({ ...shared, config, publicUrl }, settings, secrets) : null;
  const outbox = new Outbox({ ...shared, channelOf: (lane) => (lane === MAIL_LANE ? mail : null) });
  const notices = new Notices({ ...shared, backupHealth: () => backups.health, certificateDaysLeft });
  taken.defer(() => outbox.close());
  taken.defer(() => notices.close());
  return { outbox, notices };
}
