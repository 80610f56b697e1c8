/** Letters as number words are compared: how a recognizer spaces, hyphenates or apostrophizes them does not matter. */

/** Vowel signs of Hebrew and Arabic and the nukta among them. */
const IGNORED = /[\s,'’ʼ`´‑\-\u00ad\u200b-\u200f\u0591-\u05c7\u0640\u064b-\u0652\u093c\u09bc]/gu;
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
  "\u0901": "\u0902",
};
const MIXED = new RegExp(`[${Object.keys(SAME).join("")}]`, "gu");

/** @param language Turkish and Azeri keep their dotted letters; Turkish ş is a letter of its own. */
export function plain(text: string, language: string): string {
  // Nearly every word of most languages in Latin letters.
  if (/^[a-z]+$/.test(text)) return text;
  const letters = text.toLowerCase().normalize("NFC").replace(IGNORED, "");
  // Accents move, and recognizers leave them out.
  if (language === "el")
    return letters
      .normalize("NFD")
      .replace(/\u0301/g, "")
      .normalize("NFC");
  // Long vowels become short before endings: तेहतीस, तेहतिसावा.
  if (language === "mr") return letters.replaceAll("ी", "ि").replaceAll("ू", "ु");
  if (language === "ta") return withoutSandhi(letters);
  // The seats of hamza do not count.
  if (language === "ar") return plainLetters(letters).replace(/[أإآ]/g, "ا");
  return language === "tr" ? letters : plainLetters(letters);
}

function plainLetters(text: string): string {
  return text.replace(MIXED, (letter) => SAME[letter] ?? letter);
}

/** Letters of Tamil vowels, and the signs that they have after a consonant. */
const TAMIL_SIGNS: Readonly<Record<string, string>> = {
  அ: "",
  ஆ: "ா",
  இ: "ி",
  ஈ: "ீ",
  எ: "ெ",
  ஏ: "ே",
  ஐ: "ை",
  ஒ: "ொ",
  ஓ: "ோ",
};

/** Words that flow together: `முப்பத்து ஏழு` and `முப்பத்தேழு` are the same without the u that is lost between them. */
function withoutSandhi(letters: string): string {
  return letters
    .replace(/[அ-ஓ]/gu, (letter) => TAMIL_SIGNS[letter] ?? letter)
    .replace(/[\u0bc1\u0bcd]/gu, "");
}
