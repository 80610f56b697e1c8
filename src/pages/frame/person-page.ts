/** Pages of a logged-in person with one thing to do, beside the app: they need no script, and lead back to it. */
import { html, type Markup } from "../../lib/html.ts";
import { YOU_PATH } from "../../web/own-path.ts";
import type { PersonExchange } from "../../web/route.ts";
import { frameMessages } from "../messages/frame.ts";
import { buttonForm } from "./fields.ts";
import { gateAnswer, heading } from "./gate.ts";
import { languageOf } from "./reader.ts";

export interface PersonPage {
  title: string;
  /** Below the title. */
  lead?: string | Markup;
  body: Markup;
  status?: number;
  script?: string;
}

export function personPage(
  exchange: PersonExchange,
  { title, lead, body, status = 200, script }: PersonPage,
): Response {
  const { account, logOut } = frameMessages[languageOf(exchange)];
  return gateAnswer(exchange, {
    title,
    status,
    form: true,
    broad: true,
    script: script ?? null,
    ways: html`<a class="button plain small" href="${YOU_PATH}">${account}</a>
${buttonForm(exchange.logIn, "/logout", logOut, { kind: "plain small" })}`,
    body: html`${heading(title, ...(lead === undefined ? [] : [lead]))}
${body}`,
  });
}
