/** The mark and the icons as parts of a page. The same stands beside them in words, so screen readers skip them. */
import { html, Markup } from "../../lib/html.ts";
import type { Brand } from "../../web/look/brand.ts";
import { ICONS, type IconName, MARK } from "../../web/look/drawings.ts";

export const mark: Markup = html`<svg class="mark" viewBox="${MARK.viewBox}" aria-hidden="true"><path d="${MARK.path}"/></svg>`;

/** Stands at the top of every page. */
export function wordMark({ name, logo }: Brand): Markup {
  return html`${logo === null ? mark : html`<img class="logo" src="${logo}" alt="">`}${name}`;
}

/** For a browser's tab, on light and on dark. */
export const markFile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${MARK.viewBox}"><style>path{fill:#171b26}@media(prefers-color-scheme:dark){path{fill:#ecebe6}}</style><path d="${MARK.path}"/></svg>`;

export function icon(name: IconName): Markup {
  return new Markup(
    `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`,
  );
}
