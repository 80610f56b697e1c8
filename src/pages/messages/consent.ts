/** An app asks for access to a person's account. */
import { html, type Markup } from "../../lib/html.ts";
import type { Catalogues } from "../../web/language.ts";

const strong = (text: string) => html`<strong>${text}</strong>`;

/** As the app calls itself; quoted, so that its name cannot be read as a part of the page's own sentence. */
export const appNames: Catalogues<(name: string) => string> = {
  en: (name) => (name === "" ? "(no name)" : `“${name}”`),
  de: (name) => (name === "" ? "(ohne Namen)" : `„${name}“`),
  fr: (name) => (name === "" ? "(sans nom)" : `« ${name} »`),
  es: (name) => (name === "" ? "(sin nombre)" : `«${name}»`),
};

const en = {
  title: "Allow this app to access your account?",
  asks: (app: string, email: string): Markup =>
    html`An app that calls itself ${strong(app)} asks to act for you, ${strong(email)}, on this server. The name is not verified.`,
  website: (host: string): Markup =>
    html`Your answer goes to the website ${strong(host)}. Allow it only if you came from there.`,
  program: (host: string): Markup =>
    html`Your answer goes to a program on this computer (${strong(host)}). Any program there can ask for this: allow it only if you just started connecting this app yourself.`,
  opener: (scheme: string): Markup =>
    html`Your answer goes to the app that opens ${strong(`${scheme}:`)} links on this computer. Any program there can ask for this: allow it only if you just started connecting this app yourself.`,
  asksTo: "It asks to",
  read: "Read",
  readWhat: "your dictations, dictionary, settings and transcription results",
  write: "Change",
  writeWhat: "dictate and transcribe for you, change your dictionary and settings, send feedback",
  through: (ways: readonly ("api" | "mcp")[], apps: Markup): Markup =>
    html`It can do so ${ways
      .map((way) => (way === "api" ? "through this server’s API" : "through assistants (MCP)"))
      .join(" and ")}, until you revoke its access under ${apps}.`,
  apps: "apps with access",
  allow: "Allow",
  deny: "Deny",
  undecided: "The form contains no decision.",
  notValid: "The app’s request is not valid",
  nothingAllowed:
    "Nothing was allowed, and you were not redirected. Remove this server from the app and add it again; if that does not help, contact the maker of the app.",
  allowed: "The app has access",
  denied: "Access denied",
  goOn: (host: string) => `continue to ${host}`,
  openApp: (scheme: string) => `open the app for ${scheme}: links`,
  returning: (app: string, link: Markup): Markup => html`Returning to ${app}. If nothing happens: ${link}.`,
  goBack: (app: string, link: Markup): Markup => html`Nothing was allowed. To go back to ${app}: ${link}.`,
  close: "You can then close this page.",
  appsTitle: "Apps with access",
};

export const consentMessages: Catalogues<typeof en> = {
  en,
  de: {
    title: "Dieser App Zugriff auf Ihr Konto erlauben?",
    asks: (app, email) =>
      html`Eine App, die sich ${strong(app)} nennt, möchte auf diesem Server für Sie, ${strong(email)}, handeln. Der Name ist nicht geprüft.`,
    website: (host) =>
      html`Ihre Antwort geht an die Website ${strong(host)}. Erlauben Sie es nur, wenn Sie von dort kommen.`,
    program: (host) =>
      html`Ihre Antwort geht an ein Programm auf diesem Computer (${strong(host)}). Jedes Programm dort kann danach fragen: Erlauben Sie es nur, wenn Sie diese App gerade selbst verbinden.`,
    opener: (scheme) =>
      html`Ihre Antwort geht an die App, die auf diesem Computer Links mit ${strong(`${scheme}:`)} öffnet. Jedes Programm dort kann danach fragen: Erlauben Sie es nur, wenn Sie diese App gerade selbst verbinden.`,
    asksTo: "Sie möchte",
    read: "Lesen",
    readWhat: "Ihre Diktate, Ihr Wörterbuch, Ihre Einstellungen und Transkriptionen",
    write: "Ändern",
    writeWhat:
      "für Sie diktieren und transkribieren, Wörterbuch und Einstellungen ändern, Rückmeldungen senden",
    through: (ways, apps) =>
      html`Das kann sie ${ways
        .map((way) => (way === "api" ? "über die API dieses Servers" : "über Assistenten (MCP)"))
        .join(" und ")}, bis Sie ihr den Zugriff unter ${apps} entziehen.`,
    apps: "Apps mit Zugriff",
    allow: "Erlauben",
    deny: "Ablehnen",
    undecided: "Das Formular enthält keine Entscheidung.",
    notValid: "Die Anfrage der App ist ungültig",
    nothingAllowed:
      "Es wurde nichts erlaubt, und Sie wurden nicht weitergeleitet. Entfernen Sie diesen Server aus der App und fügen Sie ihn wieder hinzu; hilft das nicht, wenden Sie sich an den Hersteller der App.",
    allowed: "Die App hat Zugriff",
    denied: "Zugriff abgelehnt",
    goOn: (host) => `weiter zu ${host}`,
    openApp: (scheme) => `die App für ${scheme}:-Links öffnen`,
    returning: (app, link) => html`Es geht zurück zu ${app}. Wenn nichts geschieht: ${link}.`,
    goBack: (app, link) => html`Es wurde nichts erlaubt. Zurück zu ${app}: ${link}.`,
    close: "Danach können Sie diese Seite schließen.",
    appsTitle: "Apps mit Zugriff",
  },
  fr: {
    title: "Autoriser cette application à accéder à votre compte ?",
    asks: (app, email) =>
      html`Une application qui se nomme ${strong(app)} demande à agir en votre nom, ${strong(email)}, sur ce serveur. Le nom n’est pas vérifié.`,
    website: (host) => html`Votre réponse va au site ${strong(host)}. N’autorisez que si vous venez de là.`,
    program: (host) =>
      html`Votre réponse va à un programme de cet ordinateur (${strong(host)}). N’importe quel programme peut le demander : n’autorisez que si vous venez de connecter cette application vous-même.`,
    opener: (scheme) =>
      html`Votre réponse va à l’application qui ouvre les liens ${strong(`${scheme}:`)} sur cet ordinateur. N’importe quel programme peut le demander : n’autorisez que si vous venez de connecter cette application vous-même.`,
    asksTo: "Elle demande à",
    read: "Lire",
    readWhat: "vos dictées, votre dictionnaire, vos réglages et vos transcriptions",
    write: "Modifier",
    writeWhat:
      "dicter et transcrire pour vous, modifier votre dictionnaire et vos réglages, envoyer des commentaires",
    through: (ways, apps) =>
      html`Elle le peut ${ways
        .map((way) => (way === "api" ? "par l’API de ce serveur" : "par des assistants (MCP)"))
        .join(" et ")}, jusqu’à ce que vous lui retiriez l’accès sous ${apps}.`,
    apps: "Applications autorisées",
    allow: "Autoriser",
    deny: "Refuser",
    undecided: "Le formulaire ne contient pas de décision.",
    notValid: "La demande de l’application n’est pas valable",
    nothingAllowed:
      "Rien n’a été autorisé, et vous n’avez pas été redirigé. Retirez ce serveur de l’application et ajoutez-le à nouveau ; si cela n’aide pas, adressez-vous à l’éditeur de l’application.",
    allowed: "L’application a accès",
    denied: "Accès refusé",
    goOn: (host) => `continuer vers ${host}`,
    openApp: (scheme) => `ouvrir l’application des liens ${scheme}:`,
    returning: (app, link) => html`Retour à ${app}. Si rien ne se passe : ${link}.`,
    goBack: (app, link) => html`Rien n’a été autorisé. Pour revenir à ${app} : ${link}.`,
    close: "Vous pouvez ensuite fermer cette page.",
    appsTitle: "Applications autorisées",
  },
  es: {
    title: "¿Permitir a esta aplicación el acceso a su cuenta?",
    asks: (app, email) =>
      html`Una aplicación que se llama ${strong(app)} pide actuar por usted, ${strong(email)}, en este servidor. El nombre no está comprobado.`,
    website: (host) => html`Su respuesta va al sitio ${strong(host)}. Permítalo solo si viene de allí.`,
    program: (host) =>
      html`Su respuesta va a un programa de este ordenador (${strong(host)}). Cualquier programa puede pedirlo: permítalo solo si usted mismo acaba de conectar esta aplicación.`,
    opener: (scheme) =>
      html`Su respuesta va a la aplicación que abre los enlaces ${strong(`${scheme}:`)} en este ordenador. Cualquier programa puede pedirlo: permítalo solo si usted mismo acaba de conectar esta aplicación.`,
    asksTo: "Pide",
    read: "Leer",
    readWhat: "sus dictados, su diccionario, sus ajustes y sus transcripciones",
    write: "Cambiar",
    writeWhat: "dictar y transcribir por usted, cambiar su diccionario y sus ajustes, enviar comentarios",
    through: (ways, apps) =>
      html`Puede hacerlo ${ways
        .map((way) => (way === "api" ? "por la API de este servidor" : "por asistentes (MCP)"))
        .join(" y ")}, hasta que le retire el acceso en ${apps}.`,
    apps: "Aplicaciones con acceso",
    allow: "Permitir",
    deny: "Denegar",
    undecided: "El formulario no contiene ninguna decisión.",
    notValid: "La solicitud de la aplicación no es válida",
    nothingAllowed:
      "No se permitió nada y no se le redirigió. Quite este servidor de la aplicación y añádalo de nuevo; si no ayuda, consulte al fabricante de la aplicación.",
    allowed: "La aplicación tiene acceso",
    denied: "Acceso denegado",
    goOn: (host) => `seguir a ${host}`,
    openApp: (scheme) => `abrir la aplicación de los enlaces ${scheme}:`,
    returning: (app, link) => html`De vuelta a ${app}. Si no ocurre nada: ${link}.`,
    goBack: (app, link) => html`No se permitió nada. Para volver a ${app}: ${link}.`,
    close: "Después puede cerrar esta página.",
    appsTitle: "Aplicaciones con acceso",
  },
};
