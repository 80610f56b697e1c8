import { inLanguages } from "../state/language.ts";

export const homeTitle = inLanguages({ en: "Home", de: "Start", fr: "Accueil", es: "Inicio" });
