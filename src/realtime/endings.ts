/** Why a stream ends: the event for its client, and whether words that are under way are waited for. */
import { TiroError } from "../lib/errors.ts";

export interface Ending {
  /** Null if the client left by itself. */
  error: TiroError | null;
  withFinals: boolean;
  closeCode: number;
  /** Whether a stream that was to become a recording becomes none. */
  isForgotten?: true;
}

/** RFC 6455 §7.4.1, and the registry of IANA. */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  noCode: 1005,
  policy: 1008,
  failed: 1011,
  restart: 1012,
} as const;

/** @param isAwaited whether something was committed: its text may be wanted although nobody is there. */
export function left(isAwaited: boolean): Ending {
  return { error: null, withFinals: isAwaited, closeCode: CLOSE.normal };
}

export function shuttingDown(): Ending {
  const error = new TiroError("shutting_down", "The server is stopping; open a new stream in a moment.");
  return { error, withFinals: true, closeCode: CLOSE.restart };
}

export function lastedLongest(): Ending {
  const error = new TiroError("audio_too_long", "A stream lasts at most four hours; open a new one.");
  return { error, withFinals: true, closeCode: CLOSE.normal };
}

export function idle(seconds: number): Ending {
  const error = new TiroError("request_timeout", `No audio came for ${seconds} seconds.`);
  return { error, withFinals: true, closeCode: CLOSE.normal };
}

export function notAdmitted(): Ending {
  const error = new TiroError(
    "invalid_api_key",
    "The key, token or log-in that opened the stream has ended, or may do this no more. Log in, or use another key.",
  );
  return { error, withFinals: false, closeCode: CLOSE.policy, isForgotten: true };
}

/** The account may spend no more; words heard so far are billed and sent. */
export function mayNotSpend(error: TiroError): Ending {
  return { error, withFinals: true, closeCode: CLOSE.policy };
}

export function tooSlow(): Ending {
  const error = new TiroError("invalid_request", "The client does not read what the server sends.");
  return { error, withFinals: false, closeCode: CLOSE.policy };
}

export function failed(error: TiroError): Ending {
  return { error, withFinals: false, closeCode: CLOSE.failed };
}

/** For what was committed and is not recognized any more. */
export function cutOff(): TiroError {
  return new TiroError("engine_unavailable", "The stream ended before this was recognized.");
}
