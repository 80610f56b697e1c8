/** The rules of subtitles, and what they cannot have. */
import { inLanguages } from "../state/language.ts";

export const transcriptSubtitles = inLanguages({
  en: {
    rules: "Rules of subtitles",
    maxLineChars: "Characters a line",
    maxLines: "Lines",
    maxCharsPerSecond: "Characters a second",
    minMs: "At least seconds",
    fast: "Too fast to read: no pause follows.",
  },
  de: {
    rules: "Regeln für Untertitel",
    maxLineChars: "Zeichen je Zeile",
    maxLines: "Zeilen",
    maxCharsPerSecond: "Zeichen je Sekunde",
    minMs: "Mindestens Sekunden",
    fast: "Zu schnell zum Lesen: Es folgt keine Pause.",
  },
  fr: {
    rules: "Règles des sous-titres",
    maxLineChars: "Caractères par ligne",
    maxLines: "Lignes",
    maxCharsPerSecond: "Caractères par seconde",
    minMs: "Secondes au moins",
    fast: "Trop rapide à lire : aucune pause ne suit.",
  },
  es: {
    rules: "Reglas de los subtítulos",
    maxLineChars: "Caracteres por línea",
    maxLines: "Líneas",
    maxCharsPerSecond: "Caracteres por segundo",
    minMs: "Segundos como mínimo",
    fast: "Demasiado rápido para leer: no sigue ninguna pausa.",
  },
});
