import { limits } from "../../config/limits.ts";
import type { ErrorIssue } from "../../lib/errors.ts";
import { html, type Markup } from "../../lib/html.ts";

export interface Field {
  /** Also the `param` of its issue. */
  name: string;
  label: string;
  type: "email" | "text" | "password";
  /** A token of HTML's autofill detail: what browsers and password managers fill in. */
  autocomplete: string;
  hint?: string;
  value?: string;
}

export interface FormOptions {
  /** Where it is sent, if not to the page's own address. */
  action?: string;
  /** Fields that nobody sees, such as `csrfField`. */
  hidden?: Markup;
  /** Between the fields and the button. */
  choices?: Markup;
}

/** A form without scripts: every field labelled, its hint and its fault tied to it for screen readers. */
export function form(
  fields: Field[],
  issues: readonly ErrorIssue[],
  submit: string,
  { action, hidden = html``, choices = html`` }: FormOptions = {},
): Markup {
  const faultOf = ({ name }: Field) => issues.find(({ param }) => param === name)?.message ?? null;
  return html`${faultSummary(fields, faultOf)}<form method="post"${action === undefined ? "" : html` action="${action}"`}>
${hidden}${fields.map((field) => fieldMarkup(field, faultOf(field)))}
${choices}<button type="submit">${submit}</button>
</form>`;
}

/** Leads to every field that is to be filled in again. */
function faultSummary(fields: Field[], faultOf: (field: Field) => string | null): Markup {
  const wrong = fields.filter((field) => faultOf(field) !== null);
  if (wrong.length === 0) return html``;
  const links = wrong.map(
    (field) => html`<li><a href="#${field.name}">${field.label}</a>: ${faultOf(field) ?? ""}</li>`,
  );
  return html`<div role="alert" class="summary">
<p>Check these fields:</p>
<ul>${links}</ul>
</div>
`;
}

export function hiddenField(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}">
`;
}

/** Every form of a logged-in person needs it. */
export function csrfField({ csrfToken }: { csrfToken: string }): Markup {
  return hiddenField("csrf", csrfToken);
}

function fieldMarkup({ name, label, type, autocomplete, hint, value }: Field, fault: string | null): Markup {
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(" ");
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint ? html`<p class="facts" id="${name}-hint">${hint}</p>` : ""}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value ?? ""}" required${
    described ? html` aria-describedby="${described}"` : ""
  }${fault === null ? "" : html` aria-invalid="true"`}>
${fault === null ? "" : html`<p class="fault" id="${name}-fault">${fault}</p>`}
</div>
`;
}

export function checkbox(name: string, label: string): Markup {
  return html`<p><input type="checkbox" id="${name}" name="${name}" value="on">
<label for="${name}">${label}</label></p>
`;
}

/** A form of one button. */
export function buttonForm(
  logIn: { csrfToken: string },
  action: string,
  label: string,
  hidden: Markup = html``,
): Markup {
  return html`<form method="post" action="${action}">${csrfField(logIn)}${hidden}<button type="submit">${label}</button></form>`;
}

/** Of a second step. */
export function codeField(label: string, hint: string): Field {
  return { name: "code", label, type: "text", autocomplete: "one-time-code", hint };
}

export function nameField(value: string): Field {
  return { name: "name", label: "Name", type: "text", autocomplete: "name", value };
}

export function currentPasswordField(label = "Password"): Field {
  return { name: "current_password", label, type: "password", autocomplete: "current-password" };
}

export function passwordFields(): Field[] {
  const common = { type: "password", autocomplete: "new-password" } as const;
  const hint = `At least ${limits.passwordCharsMin} characters. A few words that only you would put together work well.`;
  return [
    { ...common, name: "password", label: "Password", hint },
    { ...common, name: "password_again", label: "Repeat password" },
  ];
}
