/** Recordings that have not become text. */
import { inLanguages } from "../state/language.ts";

export const unsentMessages = inLanguages({
  en: {
    title: "Your recording is kept",
    facts: (time: string, length: string, size: string) => `Spoken at ${time}: ${length} of sound, ${size}.`,
    reasons: { stopped: "You stopped waiting.", found: "It was not sent before the page closed." },
    kept: "It is kept in this browser, encrypted for you alone.",
    inMemory: "It is in the memory of this page alone: send it, or save it as a file.",
    sendAgain: "Send again",
    save: "Save the recording",
    discard: "Discard the recording",
  },
  de: {
    title: "Ihre Aufnahme ist noch da",
    facts: (time, length, size) => `Gesprochen um ${time}: ${length} Ton, ${size}.`,
    reasons: {
      stopped: "Sie haben nicht länger gewartet.",
      found: "Sie war noch nicht gesendet, als die Seite geschlossen wurde.",
    },
    kept: "Sie liegt in diesem Browser, verschlüsselt für Sie allein.",
    inMemory: "Sie ist nur im Speicher dieser Seite: Senden Sie sie oder speichern Sie sie als Datei.",
    sendAgain: "Noch einmal senden",
    save: "Aufnahme speichern",
    discard: "Aufnahme verwerfen",
  },
  fr: {
    title: "Votre enregistrement est conservé",
    facts: (time, length, size) => `Dicté à ${time} : ${length} de son, ${size}.`,
    reasons: {
      stopped: "Vous n’avez plus attendu.",
      found: "Il n’avait pas été envoyé quand la page s’est fermée.",
    },
    kept: "Il est conservé dans ce navigateur, chiffré pour vous seul.",
    inMemory: "Il n’est que dans la mémoire de cette page : envoyez-le, ou enregistrez-le dans un fichier.",
    sendAgain: "Renvoyer",
    save: "Enregistrer le fichier",
    discard: "Supprimer l’enregistrement",
  },
  es: {
    title: "Su grabación se conserva",
    facts: (time, length, size) => `Dictada a las ${time}: ${length} de sonido, ${size}.`,
    reasons: { stopped: "Ha dejado de esperar.", found: "No se había enviado cuando se cerró la página." },
    kept: "Se conserva en este navegador, cifrada solo para usted.",
    inMemory: "Está solo en la memoria de esta página: envíela o guárdela como archivo.",
    sendAgain: "Enviar otra vez",
    save: "Guardar la grabación",
    discard: "Descartar la grabación",
  },
});
