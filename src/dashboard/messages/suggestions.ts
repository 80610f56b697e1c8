/** What the person corrected again and again. */
import { inLanguages } from "../state/language.ts";

export const suggestionWords = inLanguages({
  en: {
    title: "From your corrections",
    lead: "You corrected these in several texts. tiro can write them your way from the next dictation on.",
    texts: (count: number) => `In ${count} texts`,
    add: "Add to the dictionary",
    addNamed: (to: string) => `Add to the dictionary: ${to}`,
    added: (to: string) => `“${to}” is in your dictionary`,
    replace: "Always replace",
    replaceNamed: (from: string, to: string) => `Always replace ${from} by ${to}`,
    replaced: (from: string, to: string) => `“${from}” becomes “${to}” from now on`,
  },
  de: {
    title: "Aus Ihren Korrekturen",
    lead: "Das haben Sie in mehreren Texten korrigiert. Ab dem nächsten Diktat kann tiro es so schreiben wie Sie.",
    texts: (count) => `In ${count} Texten`,
    add: "Ins Wörterbuch",
    addNamed: (to) => `Ins Wörterbuch: ${to}`,
    added: (to) => `„${to}“ steht in Ihrem Wörterbuch`,
    replace: "Immer ersetzen",
    replaceNamed: (from, to) => `${from} immer durch ${to} ersetzen`,
    replaced: (from, to) => `Aus „${from}“ wird ab jetzt „${to}“`,
  },
  fr: {
    title: "D’après vos corrections",
    lead: "Vous avez corrigé ces mots dans plusieurs textes. tiro peut les écrire à votre façon dès la prochaine dictée.",
    texts: (count) => `Dans ${count} textes`,
    add: "Ajouter au dictionnaire",
    addNamed: (to) => `Ajouter au dictionnaire : ${to}`,
    added: (to) => `« ${to} » est dans votre dictionnaire`,
    replace: "Toujours remplacer",
    replaceNamed: (from, to) => `Toujours remplacer ${from} par ${to}`,
    replaced: (from, to) => `« ${from} » devient désormais « ${to} »`,
  },
  es: {
    title: "De sus correcciones",
    lead: "Ha corregido esto en varios textos. tiro puede escribirlo a su manera desde el próximo dictado.",
    texts: (count) => `En ${count} textos`,
    add: "Añadir al diccionario",
    addNamed: (to) => `Añadir al diccionario: ${to}`,
    added: (to) => `«${to}» está en su diccionario`,
    replace: "Reemplazar siempre",
    replaceNamed: (from, to) => `Reemplazar siempre ${from} por ${to}`,
    replaced: (from, to) => `«${from}» pasa a ser «${to}» desde ahora`,
  },
});
