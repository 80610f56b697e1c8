import { inLanguages } from "../state/language.ts";

export const languageMessages = inLanguages({
  en: {
    installed: "Installed",
    others: "Not installed",
    notInstalled: (name: string, code: string) =>
      `No installed speech model knows this language: ${name}. Choose another, or ask an administrator: “tiro models search ${code}” lists the models for it, “tiro models install” installs one.`,
  },
  de: {
    installed: "Installiert",
    others: "Nicht installiert",
    notInstalled: (name: string, code: string) =>
      `Kein installiertes Sprachmodell kennt diese Sprache: ${name}. Wählen Sie eine andere oder fragen Sie Ihre Administration: „tiro models search ${code}“ zeigt die Modelle dafür, „tiro models install“ installiert eines.`,
  },
  fr: {
    installed: "Installées",
    others: "Non installées",
    notInstalled: (name: string, code: string) =>
      `Aucun modèle vocal installé ne connaît cette langue : ${name}. Choisissez-en une autre ou demandez à un administrateur : « tiro models search ${code} » montre les modèles, « tiro models install » en installe un.`,
  },
  es: {
    installed: "Instalados",
    others: "No instalados",
    notInstalled: (name: string, code: string) =>
      `Ningún modelo de voz instalado conoce este idioma: ${name}. Elija otro o pregunte a un administrador: «tiro models search ${code}» muestra los modelos, «tiro models install» instala uno.`,
  },
});
