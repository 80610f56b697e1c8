/** Apart from what stands on the pages: the menu has them before any page is loaded. */
import { textInLanguages } from "../state/language.ts";

export const dictateTitle = textInLanguages({ en: "Dictate", de: "Diktieren", fr: "Dicter", es: "Dictar" });
export const captionsTitle = textInLanguages({
  en: "Captions",
  de: "Untertitel",
  fr: "Sous-titres",
  es: "Subtítulos",
});
export const historyTitle = textInLanguages({
  en: "History",
  de: "Verlauf",
  fr: "Historique",
  es: "Historial",
});
export const transcriptTitle = textInLanguages({
  en: "Transcript",
  de: "Transkript",
  fr: "Transcription",
  es: "Transcripción",
});
