/** Recordings that another app shared with the installed one. */
import { counted, inLanguages } from "../state/language.ts";

export const shared = inLanguages({
  en: {
    ready: counted("A recording is ready to be sent.", "# recordings are ready to be sent."),
  },
  de: {
    ready: counted("Eine Aufnahme ist bereit zum Senden.", "# Aufnahmen sind bereit zum Senden."),
  },
  fr: {
    ready: counted(
      "Un enregistrement est prêt à être envoyé.",
      "# enregistrements sont prêts à être envoyés.",
    ),
  },
  es: {
    ready: counted("Hay una grabación lista para enviar.", "Hay # grabaciones listas para enviar."),
  },
});
