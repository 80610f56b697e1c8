import type { BrowserSession } from "../../accounts/credentials/browser-sessions.ts";
import { limits } from "../../config/limits.ts";
import type { ErrorIssue } from "../../lib/errors.ts";
import { html, type Markup } from "../../lib/html.ts";
import type { InterfaceLanguage } from "../../web/language.ts";
import { PERSON_FIELD } from "../../web/named-person.ts";
import { faultIn } from "../messages/faults.ts";
import { fieldMessages } from "../messages/fields.ts";
import { icon } from "./drawings.ts";

export interface Field {
  /** Also the `param` of its issue. */
  name: string;
  label: string;
  type: "email" | "text" | "password";
  /** A token of HTML's autofill detail: what browsers and password managers fill in. */
  autocomplete: string;
  hint?: string;
  value?: string;
  /** Shown and sent, and not to be changed. */
  fixed?: boolean;
  /** Six digits, in a large field of their own. */
  code?: boolean;
}

export interface FormOptions {
  /** Where it is sent, if not to the page's own address. */
  action?: string;
  /** Fields that nobody sees, such as `ownFields`. */
  hidden?: Markup;
}

/** A form without scripts: every field labelled, its hint and its fault tied to it for screen readers. */
export function form(
  language: InterfaceLanguage,
  fields: Field[],
  issues: readonly ErrorIssue[],
  submit: string,
  { action, hidden = html`` }: FormOptions = {},
): Markup {
  const faultOf = ({ name }: Field) => {
    const issue = issues.find(({ param }) => param === name);
    return issue === undefined ? null : faultIn(language, issue);
  };
  return html`${faultSummary(language, fields, faultOf)}<form class="stack" method="post"${action === undefined ? "" : html` action="${action}"`}>
${hidden}${fields.map((field) => fieldMarkup(field, faultOf(field)))}
${submitButton(submit)}
</form>`;
}

function submitButton(label: string): Markup {
  return html`<button class="button primary" type="submit">${label}</button>`;
}

/** Leads to every field that is to be filled in again. */
function faultSummary(
  language: InterfaceLanguage,
  fields: Field[],
  faultOf: (field: Field) => string | null,
): Markup {
  const wrong = fields.filter((field) => faultOf(field) !== null);
  if (wrong.length === 0) return html``;
  const links = wrong.map(
    (field) => html`<li><a href="#${field.name}">${field.label}</a>: ${faultOf(field) ?? ""}</li>`,
  );
  return html`<div role="alert" class="banner wait">${icon("alert")}<div>
<p>${fieldMessages[language].check}</p>
<ul>${links}</ul>
</div></div>
`;
}

export function hiddenField(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}">
`;
}

/** Hidden fields of every form of a logged-in person: whose it is, and the proof that it is of their session. */
export function ownFields({ csrfToken, userId }: OwnForm): Markup {
  return html`${hiddenField(PERSON_FIELD, userId)}${hiddenField("csrf", csrfToken)}`;
}

type OwnForm = Pick<BrowserSession, "csrfToken" | "userId">;

function fieldMarkup(
  { name, label, type, autocomplete, hint, value, fixed = false, code = false }: Field,
  fault: string | null,
): Markup {
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(" ");
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ""}
<input id="${name}" name="${name}" class="input${code ? " code" : ""}" type="${type}" autocomplete="${autocomplete}" value="${value ?? ""}" required${fixed ? " readonly" : ""}${
    described ? html` aria-describedby="${described}"` : ""
  }${fault === null ? "" : html` aria-invalid="true"`}>
${fault === null ? "" : html`<p class="fault" id="${name}-fault">${icon("alert")}${fault}</p>`}
</div>
`;
}

interface ButtonOptions {
  hidden?: Markup;
  kind?: "" | "primary" | "plain small" | "destroy small";
  /** Where many buttons of the page read the same: which one it is, for screen readers. */
  label?: string;
}

/** A form of one button. */
export function buttonForm(
  logIn: OwnForm,
  action: string,
  text: string,
  { hidden = html``, kind = "", label }: ButtonOptions = {},
): Markup {
  const said = label === undefined ? html`` : html` aria-label="${label}"`;
  return html`<form method="post" action="${action}">${ownFields(logIn)}${hidden}<button class="button ${kind}" type="submit"${said}>${text}</button></form>`;
}

/** Of a second step. */
export function codeField(label: string, hint: string): Field {
  return { name: "code", label, type: "text", autocomplete: "one-time-code", hint, code: true };
}

export function nameField(language: InterfaceLanguage, value: string): Field {
  return { name: "name", label: fieldMessages[language].name, type: "text", autocomplete: "name", value };
}

export function passwordFields(language: InterfaceLanguage): Field[] {
  const { password, newPasswordHint, repeatPassword } = fieldMessages[language];
  const common = { type: "password", autocomplete: "new-password" } as const;
  return [
    { ...common, name: "password", label: password, hint: newPasswordHint(limits.passwordCharsMin) },
    { ...common, name: "password_again", label: repeatPassword },
  ];
}
