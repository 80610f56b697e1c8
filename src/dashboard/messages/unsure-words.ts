import { counted, inLanguages } from "../state/language.ts";

export const unsureWords = inLanguages({
  en: {
    mark: "Underlined with dots:",
    means: "the recognizer was not sure what was said.",
    next: counted("Go to the word", "Go through # words"),
  },
  de: {
    mark: "Gepunktet unterstrichen:",
    means: "Hier war die Erkennung unsicher.",
    next: counted("Zum Wort", "# Wörter durchgehen"),
  },
  fr: {
    mark: "Souligné en pointillés :",
    means: "la reconnaissance n’était pas sûre de ce qui a été dit.",
    next: counted("Aller au mot", "Parcourir les # mots"),
  },
  es: {
    mark: "Subrayado con puntos:",
    means: "el reconocedor no estaba seguro de lo que se dijo.",
    next: counted("Ir a la palabra", "Recorrer # palabras"),
  },
});
