/** Apart from what stands on the pages: the menu has them before any page is loaded. */
import { inLanguages } from "../state/language.ts";

export const dictateTitle = inLanguages({ en: "Dictate", de: "Diktieren", fr: "Dicter", es: "Dictar" });
export const captionsTitle = inLanguages({
  en: "Captions",
  de: "Untertitel",
  fr: "Sous-titres",
  es: "Subtítulos",
});
export const historyTitle = inLanguages({ en: "History", de: "Verlauf", fr: "Historique", es: "Historial" });
export const transcriptTitle = inLanguages({
  en: "Transcript",
  de: "Transkript",
  fr: "Transcription",
  es: "Transcripción",
});
