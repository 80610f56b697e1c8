/** Recordings that have not become text. */
import { inLanguages } from "../state/language.ts";

export const unsentMessages = inLanguages({
  en: {
    title: "Your recording is kept",
    facts: (time: string, length: string, size: string) =>
      `Spoken at ${time}: ${length} of sound, ${size}, in the memory of this page. Send it again, or save it as a file.`,
    stopped: "You stopped waiting.",
    sendAgain: "Send again",
    save: "Save the recording",
    discard: "Discard the recording",
  },
  de: {
    title: "Ihre Aufnahme ist noch da",
    facts: (time: string, length: string, size: string) =>
      `Gesprochen um ${time}: ${length} Ton, ${size}, im Speicher dieser Seite. Senden Sie sie noch einmal oder sichern Sie sie als Datei.`,
    stopped: "Sie haben nicht länger gewartet.",
    sendAgain: "Noch einmal senden",
    save: "Aufnahme sichern",
    discard: "Aufnahme verwerfen",
  },
  fr: {
    title: "Votre enregistrement est conservé",
    facts: (time: string, length: string, size: string) =>
      `Dicté à ${time} : ${length} de son, ${size}, dans la mémoire de cette page. Renvoyez-le, ou enregistrez-le dans un fichier.`,
    stopped: "Vous n’avez plus attendu.",
    sendAgain: "Renvoyer",
    save: "Enregistrer le fichier",
    discard: "Supprimer l’enregistrement",
  },
  es: {
    title: "Su grabación se conserva",
    facts: (time: string, length: string, size: string) =>
      `Dictada a las ${time}: ${length} de sonido, ${size}, en la memoria de esta página. Envíela otra vez o guárdela como archivo.`,
    stopped: "Ha dejado de esperar.",
    sendAgain: "Enviar otra vez",
    save: "Guardar la grabación",
    discard: "Descartar la grabación",
  },
});
