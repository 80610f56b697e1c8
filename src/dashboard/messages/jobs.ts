/** Recordings and how they stand, wherever they are listed. */
import type { Schemas } from "../client/api.ts";
import { inLanguages } from "../state/language.ts";

export type JobStatus = Schemas["TranscriptionJob"]["status"];

export const jobs = inLanguages({
  en: {
    recordingOf: (time: string) => `Recording of ${time}`,
    status: {
      queued: "Being transcribed",
      succeeded: "Done",
      failed: "Failed",
      cancelled: "Cancelled",
      abandoned: "Given up",
    },
  },
  de: {
    recordingOf: (time) => `Aufnahme von ${time}`,
    status: {
      queued: "Wird transkribiert",
      succeeded: "Fertig",
      failed: "Fehlgeschlagen",
      cancelled: "Abgebrochen",
      abandoned: "Aufgegeben",
    },
  },
  fr: {
    recordingOf: (time) => `Enregistrement de ${time}`,
    status: {
      queued: "En cours",
      succeeded: "Terminé",
      failed: "Échoué",
      cancelled: "Annulé",
      abandoned: "Abandonné",
    },
  },
  es: {
    recordingOf: (time) => `Grabación de ${time}`,
    status: {
      queued: "En curso",
      succeeded: "Terminada",
      failed: "Fallida",
      cancelled: "Cancelada",
      abandoned: "Abandonada",
    },
  },
});
