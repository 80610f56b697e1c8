/** The server's messages to the service manager (systemd): sd_notify(3). Without one, nothing is sent. */
import { sendDatagram } from "../../../native/service-notification.ts";
import { limits } from "../../config/limits.ts";
import type { Logger } from "../../lib/logger.ts";

export interface Watched {
  /** Whether the server may continue as it is; otherwise it is started anew. */
  isHealthy: () => boolean;
  /** One line for people. */
  status: () => string;
}

export class ServiceManager {
  readonly #address: string | undefined;
  readonly #watchdogMs: number | null;
  readonly #logger: Logger;
  #timer: ReturnType<typeof setInterval> | null = null;
  #status = "";

  /** @param environment as the manager has set it: NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID. */
  constructor(environment: Readonly<Record<string, string | undefined>>, logger: Logger) {
    const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID = String(process.pid) } = environment;
    const milliseconds = Number(WATCHDOG_USEC) / 1_000;
    this.#address = NOTIFY_SOCKET || undefined;
    this.#watchdogMs = WATCHDOG_PID === String(process.pid) && milliseconds > 0 ? milliseconds : null;
    this.#logger = logger;
  }

  /** From now on it answers; and while it is healthy, the watchdog hears so. */
  ready(watched: Watched): void {
    this.#send(["READY=1"], watched);
    const everyMs = Math.min(limits.serviceStatusEveryMs, (this.#watchdogMs ?? Number.POSITIVE_INFINITY) / 2);
    this.#timer ??= setInterval(() => this.#tick(watched), everyMs);
    this.#timer.unref();
  }

  /** Until it is `ready` again. */
  reloading(): void {
    this.#send(["RELOADING=1"]);
  }

  /** For work that everything waits for and that must not be cut off; the server ends after it. */
  holdWatchdog(): void {
    if (this.#watchdogMs !== null) this.#send([`WATCHDOG_USEC=${limits.serviceHeldMs * 1_000}`]);
  }

  /** @param graceMs how long that may take. */
  stopping(graceMs: number): void {
    const extendedMs = graceMs + limits.serviceStopMs;
    this.#send(["STOPPING=1", `EXTEND_TIMEOUT_USEC=${extendedMs * 1_000}`]);
  }

  #tick(watched: Watched): void {
    const isFed = this.#watchdogMs !== null && watched.isHealthy();
    this.#send(isFed ? ["WATCHDOG=1"] : [], watched);
  }

  /** The status goes with it where it has changed. */
  #send(messages: string[], watched?: Watched): void {
    if (this.#address === undefined) return;
    const status = watched?.status() ?? this.#status;
    const lines = status === this.#status ? messages : [...messages, `STATUS=${status}`];
    if (lines.length === 0) return;
    try {
      sendDatagram(this.#address, lines.join("\n"));
      this.#status = status;
    } catch (error) {
      // The manager acts by itself on what it does not hear: it ends a start or the server.
      this.#logger.error("service_manager_unreachable", { cause: String(error) });
    }
  }
}
