import { inLanguages } from "../state/language.ts";

export const languageMessages = inLanguages({
  en: {
    asInSettings: "As in your settings",
    spokenInAnother: "Spoken in another language?",
    chooseLanguage: "Choose the language",
    hearAgain: "Transcribe again",
    installed: "Installed",
    others: "Not installed",
    notInstalled: (name: string, code: string) =>
      `No installed speech model recognizes this language: ${name}. Choose another, or ask an administrator: “tiro models search ${code}” lists the models for it, “tiro models install” installs one.`,
  },
  de: {
    asInSettings: "Wie in Ihren Einstellungen",
    spokenInAnother: "In einer anderen Sprache gesprochen?",
    chooseLanguage: "Sprache wählen",
    hearAgain: "Noch einmal erkennen",
    installed: "Installiert",
    others: "Nicht installiert",
    notInstalled: (name, code) =>
      `Kein installiertes Sprachmodell kennt diese Sprache: ${name}. Wählen Sie eine andere oder fragen Sie Ihre Administration: „tiro models search ${code}“ zeigt die Modelle dafür, „tiro models install“ installiert eines.`,
  },
  fr: {
    asInSettings: "Comme dans vos réglages",
    spokenInAnother: "Dicté dans une autre langue ?",
    chooseLanguage: "Choisir la langue",
    hearAgain: "Transcrire à nouveau",
    installed: "Installées",
    others: "Non installées",
    notInstalled: (name, code) =>
      `Aucun modèle vocal installé ne connaît cette langue : ${name}. Choisissez-en une autre ou demandez à un administrateur : « tiro models search ${code} » montre les modèles, « tiro models install » en installe un.`,
  },
  es: {
    asInSettings: "Como en sus ajustes",
    spokenInAnother: "¿Dictado en otro idioma?",
    chooseLanguage: "Elegir el idioma",
    hearAgain: "Transcribir otra vez",
    installed: "Instalados",
    others: "No instalados",
    notInstalled: (name, code) =>
      `Ningún modelo de voz instalado conoce este idioma: ${name}. Elija otro o pregunte a un administrador: «tiro models search ${code}» muestra los modelos, «tiro models install» instala uno.`,
  },
});
