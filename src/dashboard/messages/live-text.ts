/** Words that are shown while they are spoken. */
import { inLanguages } from "../state/language.ts";

export const liveText = inLanguages({
  en: {
    choice: "Live text",
    keep: "Keep as a recording",
    becomesRecording: "When you finish, this is kept under Recordings.",
    openRecording: "Open the recording",
    notKept: "This could not be kept as a recording.",
    away: "No connection. The recording continues, and the words follow.",
    over: "Live text is not available right now. Your text appears when you finish.",
    comingWords: "Words that are being heard can be changed when you have finished.",
  },
  de: {
    choice: "Text beim Sprechen",
    keep: "Als Aufnahme behalten",
    becomesRecording: "Wenn Sie fertig sind, finden Sie dies unter Aufnahmen.",
    openRecording: "Aufnahme öffnen",
    notKept: "Dies konnte nicht als Aufnahme behalten werden.",
    away: "Keine Verbindung. Die Aufnahme läuft weiter, die Wörter folgen.",
    over: "Text beim Sprechen ist gerade nicht verfügbar. Ihr Text erscheint, wenn Sie fertig sind.",
    comingWords: "Was gerade gehört wird, lässt sich ändern, sobald Sie fertig sind.",
  },
  fr: {
    choice: "Texte en direct",
    keep: "Conserver comme enregistrement",
    becomesRecording: "À la fin, ceci est conservé sous Enregistrements.",
    openRecording: "Ouvrir l’enregistrement",
    notKept: "Ceci n’a pas pu être conservé comme enregistrement.",
    away: "Pas de connexion. L’enregistrement continue, les mots suivent.",
    over: "Le texte en direct n’est pas disponible pour l’instant. Votre texte apparaît à la fin.",
    comingWords: "Les mots en cours de reconnaissance pourront être modifiés à la fin.",
  },
  es: {
    choice: "Texto en directo",
    keep: "Guardar como grabación",
    becomesRecording: "Al terminar, esto queda en Grabaciones.",
    openRecording: "Abrir la grabación",
    notKept: "Esto no se pudo guardar como grabación.",
    away: "Sin conexión. La grabación sigue y las palabras llegan después.",
    over: "El texto en directo no está disponible ahora. Su texto aparece al terminar.",
    comingWords: "Las palabras que se están oyendo se podrán cambiar al terminar.",
  },
});
