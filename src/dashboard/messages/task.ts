/** Long actions that administrators start. */
import { inLanguages } from "../state/language.ts";

export const taskWords = inLanguages({
  en: {
    cancel: "Cancel",
    cancelling: "Being cancelled",
    cancelled: "Cancelled",
    failed: (why: string) => `Failed: ${why}`,
  },
  de: {
    cancel: "Abbrechen",
    cancelling: "Wird abgebrochen",
    cancelled: "Abgebrochen",
    failed: (why: string) => `Fehlgeschlagen: ${why}`,
  },
  fr: {
    cancel: "Annuler",
    cancelling: "Annulation en cours",
    cancelled: "Annulé",
    failed: (why: string) => `Échec : ${why}`,
  },
  es: {
    cancel: "Cancelar",
    cancelling: "Cancelando",
    cancelled: "Cancelado",
    failed: (why: string) => `Falló: ${why}`,
  },
});
