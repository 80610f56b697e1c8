/** Keeps the certificate that the server shows the one of the files, and says in time when it ends. */
import { statSync } from "node:fs";
import { limits } from "../../config/limits.ts";
import { type Clock, toIsoTime } from "../../lib/clock.ts";
import { isKnownError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { Recurring } from "../../lib/recurring.ts";
import type { Listener } from "./listener.ts";
import {
  type CertificateFiles,
  daysLeft,
  namesOf,
  readServerCertificate,
  type ServerCertificate,
} from "./server-certificate.ts";

export interface CertificateWatchOptions {
  files: CertificateFiles;
  /** The one that the listener shows now. */
  certificate: ServerCertificate;
  listener: Pick<Listener, "renew">;
  clock: Clock;
  logger: Logger;
}

export class CertificateWatch {
  readonly #options: CertificateWatchOptions;
  readonly #looks: Recurring;
  #served: ServerCertificate;
  /** The state of the files that was read last, whether it could be used or not. */
  #read: string;
  #seen: string;
  #toldAt = Number.NEGATIVE_INFINITY;
  #reloading: Promise<void> = Promise.resolve();

  constructor(options: CertificateWatchOptions) {
    const { certificate, files, logger } = options;
    this.#options = options;
    this.#served = certificate;
    this.#read = stateOf(files);
    this.#seen = this.#read;
    this.#looks = new Recurring({
      everyMs: limits.certificateWatchEveryMs,
      work: () => this.look(),
      failure: "certificate_watch_failed",
      logger,
    });
  }

  /** Whole days until the served certificate ends; negative once it has. */
  get daysLeft(): number {
    return daysLeft(this.#served, this.#options.clock.now());
  }

  start(): void {
    this.#looks.start();
  }

  /** Resolves when what runs has ended. */
  async close(): Promise<void> {
    await this.#looks.close();
    await this.#reloading;
  }

  /** Shows what the files hold now. If that cannot be used, the former one stays and the log says why. */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reload());
    return this.#reloading;
  }

  /** Looks once. Files that were just written may not be whole: they are read once they look the same twice. */
  async look(): Promise<void> {
    this.#warn();
    const state = stateOf(this.#options.files);
    const isSettled = state === this.#seen;
    this.#seen = state;
    if (isSettled && state !== this.#read) await this.reload();
  }

  async #reload(): Promise<void> {
    const { files, listener, logger } = this.#options;
    this.#read = stateOf(files);
    try {
      const certificate = readServerCertificate(files);
      if (isSame(certificate, this.#served)) return;
      await listener.renew(certificate);
      this.#served = certificate;
    } catch (error) {
      const { message, hint = "" } = isKnownError(error)
        ? { message: error.message, hint: error.extras.hint }
        : { message: String(error) };
      logger.error("certificate_not_reloaded", {
        message,
        hint: `${hint} The former certificate stays in use.`.trim(),
        days_left: this.daysLeft,
      });
      return;
    }
    logger.info("certificate_reloaded", this.#described());
    this.#toldAt = Number.NEGATIVE_INFINITY;
    this.#warn();
  }

  #warn(): void {
    const { clock, logger } = this.#options;
    if (this.daysLeft > limits.certificateWarningDays) return;
    if (clock.monotonic() - this.#toldAt < limits.certificateToldEveryMs) return;
    this.#toldAt = clock.monotonic();
    const hint = "Put a new certificate in place of the files; tiro takes it up by itself.";
    logger.warn("certificate_ends", { ...this.#described(), hint });
  }

  #described() {
    const { validTo } = this.#served.chain[0];
    return {
      names: namesOf(this.#served).join(", "),
      ends_at: toIsoTime(Date.parse(validTo)),
      days_left: this.daysLeft,
    };
  }
}

function isSame(one: ServerCertificate, other: ServerCertificate): boolean {
  return one.cert === other.cert && one.key === other.key && one.clientCa === other.clientCa;
}

/** Changes whenever a file is written, replaced, or made readable. A link's target counts, so that a link that turns is seen. */
function stateOf({ certificate, key, client_ca }: CertificateFiles): string {
  return [certificate, key, client_ca].map((file) => file && stateOfFile(file)).join(" ");
}

function stateOfFile(file: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(":");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
