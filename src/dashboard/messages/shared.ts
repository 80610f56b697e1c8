/** Recordings that another app shared with the installed one. */
import { inLanguages } from "../state/language.ts";

export const shared = inLanguages({
  en: {
    ready: (count: number) =>
      count === 1 ? "A recording is ready to be sent." : `${count} recordings are ready to be sent.`,
  },
  de: {
    ready: (count) =>
      count === 1 ? "Eine Aufnahme ist bereit zum Senden." : `${count} Aufnahmen sind bereit zum Senden.`,
  },
  fr: {
    ready: (count) =>
      count === 1
        ? "Un enregistrement est prêt à être envoyé."
        : `${count} enregistrements sont prêts à être envoyés.`,
  },
  es: {
    ready: (count) =>
      count === 1 ? "Hay una grabación lista para enviar." : `Hay ${count} grabaciones listas para enviar.`,
  },
});
