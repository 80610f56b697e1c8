/** Markup that is safe as it stands. Only `html` makes it. */
export class Markup {
  constructor(readonly text: string) {}
}

/** Markup with every inserted string escaped; lists are joined. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | number | Markup | Markup[])[]
): Markup {
  const inserted = (value: string | number | Markup | Markup[]): string => {
    if (value instanceof Markup) return value.text;
    if (Array.isArray(value)) return value.map(({ text }) => text).join("");
    return Bun.escapeHTML(String(value));
  };
  return new Markup(String.raw({ raw: parts }, ...values.map(inserted)));
}
