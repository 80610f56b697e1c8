/** Recordings and how they stand, wherever they are listed. */
import type { Schemas } from "../client/api.ts";
import { inLanguages } from "../state/language.ts";

export type JobStatus = Schemas["TranscriptionJob"]["status"];

export const jobs = inLanguages({
  en: {
    status: {
      queued: "Being transcribed",
      succeeded: "Done",
      failed: "Failed",
      cancelled: "Cancelled",
      abandoned: "Given up",
    },
  },
  de: {
    status: {
      queued: "Wird transkribiert",
      succeeded: "Fertig",
      failed: "Fehlgeschlagen",
      cancelled: "Abgebrochen",
      abandoned: "Aufgegeben",
    },
  },
  fr: {
    status: {
      queued: "En cours",
      succeeded: "Terminé",
      failed: "Échoué",
      cancelled: "Annulé",
      abandoned: "Abandonné",
    },
  },
  es: {
    status: {
      queued: "En curso",
      succeeded: "Terminada",
      failed: "Fallida",
      cancelled: "Cancelada",
      abandoned: "Abandonada",
    },
  },
});
