/** The language in which people read tiro's pages and its app; that of their dictations is another matter. */

import { INTERFACE_LANGUAGES, type InterfaceLanguage } from "../lib/interface-languages.ts";

export type { InterfaceLanguage };

/**
 * The same messages in every language. Where `Messages` is the type of the English ones, one that is missing elsewhere
 * does not compile.
 */
export type Catalogues<Messages> = Readonly<Record<InterfaceLanguage, Messages>>;

/** @param chosen by the person; null if they did not. */
export function interfaceLanguage(
  chosen: string | null,
  acceptLanguage: string | null = null,
): InterfaceLanguage {
  const wished = [chosen ?? "", ...rangesOf(acceptLanguage ?? "")].map(knownLanguage);
  return wished.find((language) => language !== undefined) ?? "en";
}

function knownLanguage(tag: string): InterfaceLanguage | undefined {
  const [primary] = tag.toLowerCase().split("-");
  return INTERFACE_LANGUAGES.find((language) => language === primary);
}

/** The language ranges of the header, the most wanted first (RFC 9110 §12.5.4). */
function rangesOf(acceptLanguage: string): string[] {
  return acceptLanguage
    .split(",")
    .map((entry) => {
      const [tag = "", weight = ""] = entry.split(";").map((part) => part.trim());
      return { tag, weight: weight.startsWith("q=") ? Number(weight.slice(2)) : 1 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
