/** Long actions that administrators start. */
import { inLanguages } from "../state/language.ts";

export const taskWords = inLanguages({
  en: {
    cancelling: "Being cancelled",
    failed: (why: string) => `Failed: ${why}`,
  },
  de: {
    cancelling: "Wird abgebrochen",
    failed: (why) => `Fehlgeschlagen: ${why}`,
  },
  fr: {
    cancelling: "Annulation en cours",
    failed: (why) => `Échec : ${why}`,
  },
  es: {
    cancelling: "Cancelando",
    failed: (why) => `Falló: ${why}`,
  },
});
