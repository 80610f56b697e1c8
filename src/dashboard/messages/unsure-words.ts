import { inLanguages } from "../state/language.ts";

export const unsureWords = inLanguages({
  en: {
    mark: "Underlined with dots:",
    means: "the recognizer was not sure what was said.",
    next: (count: number, shown: string) => (count === 1 ? "Go to the word" : `Go through ${shown} words`),
  },
  de: {
    mark: "Gepunktet unterstrichen:",
    means: "Hier war die Erkennung unsicher.",
    next: (count, shown) => (count === 1 ? "Zum Wort" : `${shown} Wörter durchgehen`),
  },
  fr: {
    mark: "Souligné en pointillés :",
    means: "la reconnaissance n’était pas sûre de ce qui a été dit.",
    next: (count, shown) => (count === 1 ? "Aller au mot" : `Parcourir les ${shown} mots`),
  },
  es: {
    mark: "Subrayado con puntos:",
    means: "el reconocedor no estaba seguro de lo que se dijo.",
    next: (count, shown) => (count === 1 ? "Ir a la palabra" : `Recorrer ${shown} palabras`),
  },
});
