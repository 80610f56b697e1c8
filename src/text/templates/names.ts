/** Names of templates, and where they have gaps. */

/** Of "E-Mail an Kunden" and "email an kunden" alike: letters and digits, without case and accents. */
export function spokenNameOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/ß/gu, "ss")
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}

const GAP = /\[\[([^[\]\n]{1,80})\]\]/gu;

/** The names of its gaps, `[[so]]`, each once, in their order. */
export function gapsOf(text: string): string[] {
  return [...new Set([...text.matchAll(GAP)].map(([, name = ""]) => name.trim()))];
}
