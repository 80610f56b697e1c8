/** Words for repeated corrections. */
import { inLanguages } from "../state/language.ts";

export const suggestionWords = inLanguages({
  en: {
    title: "From your corrections",
    lead: "You corrected these in several texts. tiro can write them your way from the next dictation on.",
    texts: (count: number) => `In ${count} texts`,
    dismiss: "Never suggest this",
    dismissNamed: (from: string, to: string) => `Never suggest this: ${from}, ${to}`,
    dismissed: "This is not suggested again",
  },
  de: {
    title: "Aus Ihren Korrekturen",
    lead: "Das haben Sie in mehreren Texten korrigiert. Ab dem nächsten Diktat kann tiro es so schreiben wie Sie.",
    texts: (count) => `In ${count} Texten`,
    dismiss: "Nicht mehr vorschlagen",
    dismissNamed: (from, to) => `Nicht mehr vorschlagen: ${from}, ${to}`,
    dismissed: "Das wird nicht mehr vorgeschlagen",
  },
  fr: {
    title: "D’après vos corrections",
    lead: "Vous avez corrigé ces mots dans plusieurs textes. tiro peut les écrire à votre façon dès la prochaine dictée.",
    texts: (count) => `Dans ${count} textes`,
    dismiss: "Ne plus suggérer",
    dismissNamed: (from, to) => `Ne plus suggérer : ${from}, ${to}`,
    dismissed: "Cela ne sera plus suggéré",
  },
  es: {
    title: "De sus correcciones",
    lead: "Ha corregido esto en varios textos. tiro puede escribirlo a su manera desde el próximo dictado.",
    texts: (count) => `En ${count} textos`,
    dismiss: "No sugerir más",
    dismissNamed: (from, to) => `No sugerir más: ${from}, ${to}`,
    dismissed: "Esto no se sugerirá más",
  },
});
