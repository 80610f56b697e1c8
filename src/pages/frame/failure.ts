import { TiroError } from "../../lib/errors.ts";
import { html, type Markup } from "../../lib/html.ts";
import type { Exchange } from "../../web/route.ts";
import { pageAnswer } from "./page.ts";

export interface FailurePage {
  title: string;
  /** What else helps the person on. */
  next?: Markup;
  /** Where the error's own is not the right one. */
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
    return failurePage(page, page.statusOf?.(error) ?? error.status, error.message);
  }
}

export function failurePage(
  { title, next = html`` }: FailurePage,
  status: number,
  message: string,
): Response {
  const body = html`<h1>${title}</h1>
<p role="alert">${message}</p>
${next}`;
  return pageAnswer(`${title} · tiro`, body, { status, form: true });
}
