/** By day or by night, as the person chose it in the app; null where their system decides. */
type Theme = "light" | "dark";

/** The browser keeps the choice itself, in a cookie so that a page comes in the right colours at once. */
export function themeOf({ headers }: Request): Theme | null {
  const [, theme] = /(?:^|;\s*)tiro_theme=(light|dark)(?:;|$)/.exec(headers.get("cookie") ?? "") ?? [];
  return (theme as Theme | undefined) ?? null;
}
