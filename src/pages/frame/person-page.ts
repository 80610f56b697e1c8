import { html, type Markup } from "../../lib/html.ts";
import { csrfField } from "./fields.ts";
import { pageAnswer } from "./page.ts";

export interface PersonPage {
  title: string;
  body: Markup;
  status?: number;
  script?: string;
}

/** A page of a logged-in person, with the way to their other pages and out. */
export function personPage(
  logIn: { csrfToken: string },
  { title, body, status = 200, script }: PersonPage,
): Response {
  const whole = html`<nav aria-label="Your account">
<a href="/account">Account</a>
<form method="post" action="/logout">${csrfField(logIn)}<button type="submit" class="quiet">Log out</button></form>
</nav>
${body}`;
  return pageAnswer(`${title} · tiro`, whole, { status, form: true, script: script ?? null });
}
