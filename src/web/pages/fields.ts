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

/** A form without scripts: every field labelled, its hint and its fault tied to it for screen readers. */
export function form(fields: Field[], issues: readonly ErrorIssue[], submit: string): Markup {
  const summary = html`<p role="alert" class="fault">Please look at the marked fields again.</p>`;
  return html`${issues.length > 0 ? summary : ""}<form method="post">
${fields.map((field) => fieldMarkup(field, issues.find(({ param }) => param === field.name)?.message ?? null))}
<button type="submit">${submit}</button>
</form>`;
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

export function nameField(value: string): Field {
  return { name: "name", label: "Name", type: "text", autocomplete: "name", value };
}

export function passwordFields(): Field[] {
  const common = { type: "password", autocomplete: "new-password" } as const;
  const hint = `At least ${limits.passwordCharsMin} characters. A few words that only you would put together are good.`;
  return [
    { ...common, name: "password", label: "Password", hint },
    { ...common, name: "password_again", label: "Password once more" },
  ];
}
