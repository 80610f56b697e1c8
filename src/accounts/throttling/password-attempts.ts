/** Attempts at passwords, of this server and of the company's directory alike, by account and by network. */
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { networkOf } from "../../lib/network.ts";
import { type Backoff, DelayedAttempts } from "./delayed-attempts.ts";

const ACCOUNT_BACKOFF: Backoff = {
  inARow: limits.passwordFailuresPerAccount,
  firstMs: limits.accountDelayFirstMs,
  longestMs: limits.accountDelayLongestMs,
  waiting: limits.accountAttemptsWaiting,
};
/** Also for one-time links and passkeys. */
export const NETWORK_BACKOFF: Backoff = {
  inARow: limits.passwordFailuresPerNetwork,
  firstMs: limits.networkDelayFirstMs,
  longestMs: limits.networkDelayLongestMs,
  waiting: limits.networkAttemptsWaiting,
};

export interface PasswordAttempt {
  waited: boolean;
  /** It was the right one. */
  succeed(): void;
  /** Nobody could say whether it was. */
  takeBack(): void;
}

interface Attempted {
  account: string;
  /** Network address of the caller. */
  address: string;
  /** The browser in which the person has logged in before: others' attempts do not count there. */
  deviceId: string | null;
}

/** One of these for the whole server, since it holds the counts of wrong ones. */
export class PasswordAttempts {
  readonly #byAccount: DelayedAttempts;
  readonly #byNetwork: DelayedAttempts;

  /** @param later as DelayedAttempts. */
  constructor(clock: Clock, later?: (run: () => void, ms: number) => void) {
    this.#byAccount = new DelayedAttempts(clock, ACCOUNT_BACKOFF, later);
    this.#byNetwork = new DelayedAttempts(clock, NETWORK_BACKOFF, later);
  }

  /** Waits for its turn, and counts as failed from then on. @throws TiroError `rate_limit_exceeded` if too many wait. */
  async begin({ account, address, deviceId }: Attempted): Promise<PasswordAttempt> {
    const network = networkOf(address);
    const counted = deviceId ?? account.toLowerCase();
    const countsNetwork = deviceId === null;
    const waitedForNetwork = countsNetwork && (await this.#byNetwork.begin(network, network));
    const waited = (await this.#byAccount.begin(counted, network)) || waitedForNetwork;
    const takeBackNetwork = () => {
      if (countsNetwork) this.#byNetwork.takeBack(network);
    };
    return {
      waited,
      succeed: () => {
        takeBackNetwork();
        this.#byAccount.forget(counted);
      },
      takeBack: () => {
        takeBackNetwork();
        this.#byAccount.takeBack(counted);
      },
    };
  }
}
