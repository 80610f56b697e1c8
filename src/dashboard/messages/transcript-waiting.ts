/** A recording that has no transcript yet. */
import { inLanguages } from "../state/language.ts";

export const transcriptWaiting = inLanguages({
  en: {
    cancel: "Cancel recognition",
    timeLeft: (time: string) => `About ${time} left`,
    stateOf: {
      waiting: "Waiting for its turn to be recognized.",
      recognizing: "Being recognized. The text appears here when it is done.",
      ready: "Ready.",
      failed: "It could not be recognized.",
      cancelled: "Recognition was cancelled.",
    },
  },
  de: {
    cancel: "Erkennung abbrechen",
    timeLeft: (time) => `Noch etwa ${time}`,
    stateOf: {
      waiting: "Wartet auf die Erkennung.",
      recognizing: "Wird erkannt. Der Text erscheint hier, sobald er fertig ist.",
      ready: "Fertig.",
      failed: "Die Erkennung ist fehlgeschlagen.",
      cancelled: "Die Erkennung wurde abgebrochen.",
    },
  },
  fr: {
    cancel: "Annuler la reconnaissance",
    timeLeft: (time) => `Encore environ ${time}`,
    stateOf: {
      waiting: "En attente de reconnaissance.",
      recognizing: "Reconnaissance en cours. Le texte apparaîtra ici.",
      ready: "Prêt.",
      failed: "La reconnaissance a échoué.",
      cancelled: "La reconnaissance a été annulée.",
    },
  },
  es: {
    cancel: "Cancelar reconocimiento",
    timeLeft: (time) => `Faltan unos ${time}`,
    stateOf: {
      waiting: "A la espera de ser reconocida.",
      recognizing: "Reconociendo. El texto aparecerá aquí cuando esté listo.",
      ready: "Lista.",
      failed: "No se pudo reconocer.",
      cancelled: "Se canceló el reconocimiento.",
    },
  },
});
