import { TiroError } from "../../lib/errors.ts";
import { html, type Markup } from "../../lib/html.ts";
import type { Exchange } from "../../web/route.ts";
import { faultIn } from "../messages/faults.ts";
import { gateAnswer, heading } from "./gate.ts";
import { languageOf, type Reading } from "./reader.ts";

export interface FailurePage {
  title: string;
  /** A further step for the person. */
  next?: Markup;
  /** If the error's own is not the right one. */
  statusOf?: (error: TiroError) => number;
}

/** People read a page where programs would read the error as JSON. Failures of the server go their usual way. */
export async function withFailurePage(
  exchange: Exchange,
  page: FailurePage,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof TiroError) || error.status >= 500) throw error;
    exchange.errorCode = error.code;
    const { retryAfterSeconds } = error.extras;
    if (retryAfterSeconds !== undefined)
      exchange.answerHeaders["Retry-After"] = String(Math.ceil(retryAfterSeconds));
    const message = faultIn(languageOf(exchange), error);
    return failurePage(exchange, page, page.statusOf?.(error) ?? error.status, message);
  }
}

/** @param message in the reader's language. */
export function failurePage(
  reading: Reading,
  { title, next = html`` }: FailurePage,
  status: number,
  message: string,
): Response {
  const body = html`${heading(title)}<p role="alert">${message}</p>
${next}`;
  return gateAnswer(reading, { title, body, art: true, status, form: true });
}

/** For scripts of this server's pages, which show the message as it comes. */
export async function inReadersLanguage(
  reading: Reading,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof TiroError)) throw error;
    throw new TiroError(error.code, faultIn(languageOf(reading), error), error.extras);
  }
}
