/** Letters as number words are compared: how a recognizer spaces, hyphenates or apostrophizes them does not matter. */

/** Hebrew vowel signs among them. */
const IGNORED = /[\s,'’ʼ`´‑\-\u00ad\u200b-\u200f\u0591-\u05c7]/gu;
/** Letters that keyboards and recognizers mix. */
const SAME: Readonly<Record<string, string>> = {
  ي: "ی",
  ى: "ی",
  ك: "ک",
  ۀ: "ه",
  ş: "ș",
  ţ: "ț",
  ё: "е",
  ײ: "יי",
  װ: "וו",
};
const MIXED = new RegExp(`[${Object.keys(SAME).join("")}]`, "gu");

/** @param language Turkish and Azeri keep their dotted letters; Turkish ş is a letter of its own. */
export function plain(text: string, language: string): string {
  const letters = text.toLowerCase().normalize("NFC").replace(IGNORED, "");
  // Accents move, and recognizers leave them out.
  if (language === "el")
    return letters
      .normalize("NFD")
      .replace(/\u0301/g, "")
      .normalize("NFC");
  return language === "tr" ? letters : letters.replace(MIXED, (letter) => SAME[letter] ?? letter);
}
