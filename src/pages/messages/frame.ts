/** The words around every page. */
import type { Catalogues } from "../../web/language.ts";

const en = {
  skip: "Skip to the page",
  placeOf: (name: string, host: string) => `${name} at ${host}`,
  stays: "Recordings and texts stay on this server.",
  aboutName: "About the name",
  nameStory:
    "This sign meant “and”. Tiro, Cicero’s scribe, drew it in the shorthand that he invented; it is still written in Ireland and Scotland.",
  mainPages: "Main pages",
  app: "Open the app",
  account: "Account",
  usage: "Usage",
  connect: "Connect an assistant",
  manual: "Manual",
  api: "API",
  logOut: "Log out",
  errors: "Errors",
};

export const frameMessages: Catalogues<typeof en> = {
  en,
  de: {
    skip: "Zum Inhalt",
    placeOf: (name, host) => `${name} auf ${host}`,
    stays: "Aufnahmen und Texte bleiben auf diesem Server.",
    aboutName: "Zum Namen",
    nameStory:
      "Dieses Zeichen bedeutete „und“. Tiro, der Schreiber Ciceros, zeichnete es in der Kurzschrift, die er erfand; in Irland und Schottland schreibt man es noch heute.",
    mainPages: "Hauptseiten",
    app: "Die App öffnen",
    account: "Konto",
    usage: "Verbrauch",
    connect: "Assistenten verbinden",
    manual: "Handbuch",
    api: "API",
    logOut: "Abmelden",
    errors: "Fehler",
  },
  fr: {
    skip: "Aller au contenu",
    placeOf: (name, host) => `${name} sur ${host}`,
    stays: "Les enregistrements et les textes restent sur ce serveur.",
    aboutName: "À propos du nom",
    nameStory:
      "Ce signe voulait dire « et ». Tiron, le scribe de Cicéron, le traçait dans la sténographie qu’il avait inventée ; on l’écrit encore en Irlande et en Écosse.",
    mainPages: "Pages principales",
    app: "Ouvrir l’application",
    account: "Compte",
    usage: "Consommation",
    connect: "Connecter un assistant",
    manual: "Manuel",
    api: "API",
    logOut: "Se déconnecter",
    errors: "Erreurs",
  },
  es: {
    skip: "Ir al contenido",
    placeOf: (name, host) => `${name} en ${host}`,
    stays: "Las grabaciones y los textos permanecen en este servidor.",
    aboutName: "Sobre el nombre",
    nameStory:
      "Este signo significaba «y». Tirón, el escriba de Cicerón, lo trazaba en la taquigrafía que inventó; en Irlanda y Escocia todavía se escribe.",
    mainPages: "Páginas principales",
    app: "Abrir la aplicación",
    account: "Cuenta",
    usage: "Consumo",
    connect: "Conectar un asistente",
    manual: "Manual",
    api: "API",
    logOut: "Cerrar sesión",
    errors: "Errores",
  },
};
