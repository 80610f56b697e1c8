/** Light, dark, or as the system has it. Contrast and motion always follow the system. */
import { signal } from "@preact/signals";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const YEAR_SECONDS = 365 * 24 * 3600;
const written = document.documentElement.dataset.theme as Theme | undefined;

export const theme = signal<Theme>(written ?? "system");

/** Kept in a cookie, so that the next page comes in the right colours at once. */
export function setTheme(chosen: Theme): void {
  theme.value = chosen;
  const age = chosen === "system" ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox.
  document.cookie = `tiro_theme=${chosen}; Path=/; Max-Age=${age}; SameSite=Lax`;
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
