/** How to connect an assistant. */
import { html, type Markup } from "../../lib/html.ts";
import type { Catalogues } from "../../web/language.ts";

const code = (text: string) => html`<code>${text}</code>`;

const en = {
  title: "Connect an assistant",
  lead: "An assistant that speaks the Model Context Protocol can search and read your dictations, send feedback on them, manage your dictionary and change your settings.",
  address: "The address of the server",
  ways: (): Markup => html`There are two ways to connect. <strong>Log in</strong>: the assistant opens this server in your browser, where you log in and
choose whether it may only read or also make changes. <strong>API key</strong>: for programs, and for assistants that
cannot open a browser; a key allows both, unless it was made for one of them. With an organization’s key, also send the header
${code("Service-User: usr_…")} with the member’s id.`,
  click: "Click a snippet to select all of it.",
  reachHttps:
    "Claude and ChatGPT connect from the internet: they reach this server only if your network lets them in. The others connect from your own machine.",
  reachHttp:
    (): Markup => html`Claude and ChatGPT connect from the internet and only over https: put this server behind a
reverse proxy with a certificate, and set ${code("server.public_url")} to its address. The others connect from your own
machine and work as is.`,
  claude:
    "In the settings, under Connectors, choose “Add custom connector”, paste the address and leave the other fields empty. Then press Connect and log in. In a workspace, its owner adds the connector first.",
  claudeCode: (): Markup => html`Add the server, then type ${code("/mcp")} in Claude Code and log in:`,
  orKey: "Or with a key:",
  chatGpt:
    "In the settings, under Apps & Connectors, open the advanced settings and turn on developer mode. Then create a connector with this address and OAuth authentication, and log in. Your workspace’s administrator may have to allow it.",
  addTo: (editor: string) => `Add to ${editor}`,
  orPut: (file: string): Markup => html`or put this in ${code(file)}:`,
  keyVariable: (): Markup => html`Or with a key in the environment variable ${code("TIRO_API_KEY")}:`,
  keyAsked: "Or with a key, which VS Code asks for:",
  localTitle: "Assistants that only start local programs",
  local: (): Markup => html`mcp-remote connects them to this server. For Claude’s desktop app, put this in
${code("claude_desktop_config.json")}:`,
  keyInPlace: "Or with a key in place of YOUR_API_KEY:",
  inspector: (): Markup =>
    html`Lists the tools, with a key in the environment variable ${code("TIRO_API_KEY")}. It needs Node.js 22 or later.`,
  library: (install: string, version: string): Markup =>
    html`With the official library (${code(install)}${version}):`,
  pythonVersion: ", version 2",
  troubleshooting: "Troubleshooting",
  invalidKey: "the key or the log-in is no longer valid. Log in again, or create a new key.",
  hostNotAllowed:
    (): Markup => html`the server does not recognize the host name you used. Use the address above, or
have the name added to ${code("mcp.allowed_hosts")}.`,
  originNotAllowed: (): Markup => html`a web page in a browser called the server. Add its origin to
${code("mcp.allowed_origins")}.`,
  noHistory: "your organization stores no dictations, so there are none to read.",
  allErrors: "List of all errors",
};

export const connectMessages: Catalogues<typeof en> = {
  en,
  de: {
    title: "Assistenten verbinden",
    lead: "Ein Assistent, der das Model Context Protocol spricht, kann Ihre Diktate durchsuchen und lesen, Rückmeldungen dazu senden, Ihr Wörterbuch pflegen und Ihre Einstellungen ändern.",
    address: "Die Adresse des Servers",
    ways: () => html`Es gibt zwei Wege. <strong>Anmelden</strong>: Der Assistent öffnet diesen Server in Ihrem Browser, wo Sie sich anmelden und
wählen, ob er nur lesen oder auch ändern darf. <strong>API-Schlüssel</strong>: für Programme und für Assistenten, die
keinen Browser öffnen können; ein Schlüssel erlaubt beides, außer er wurde nur für eines erstellt. Mit dem Schlüssel einer Organisation senden Sie auch den Header
${code("Service-User: usr_…")} mit der Id des Mitglieds.`,
    click: "Ein Klick auf einen Ausschnitt wählt ihn ganz aus.",
    reachHttps:
      "Claude und ChatGPT verbinden sich aus dem Internet: Sie erreichen diesen Server nur, wenn Ihr Netz sie hereinlässt. Die anderen verbinden sich von Ihrem eigenen Rechner.",
    reachHttp:
      () => html`Claude und ChatGPT verbinden sich aus dem Internet und nur über https: Stellen Sie diesen Server hinter einen
Reverse-Proxy mit Zertifikat und setzen Sie ${code("server.public_url")} auf dessen Adresse. Die anderen verbinden sich von Ihrem
eigenen Rechner und funktionieren so.`,
    claude:
      "Wählen Sie in den Einstellungen unter „Connectors“ den Punkt „Add custom connector“, fügen Sie die Adresse ein und lassen Sie die anderen Felder leer. Drücken Sie dann „Connect“ und melden Sie sich an. In einem Workspace fügt ihn zuerst der Inhaber hinzu.",
    claudeCode: () =>
      html`Fügen Sie den Server hinzu, tippen Sie dann ${code("/mcp")} in Claude Code und melden Sie sich an:`,
    orKey: "Oder mit einem Schlüssel:",
    chatGpt:
      "Öffnen Sie in den Einstellungen unter „Apps & Connectors“ die erweiterten Einstellungen und schalten Sie den Entwicklermodus ein. Legen Sie dann einen Connector mit dieser Adresse und OAuth an und melden Sie sich an. Vielleicht muss der Administrator Ihres Workspace es erlauben.",
    addTo: (editor) => `Zu ${editor} hinzufügen`,
    orPut: (file) => html`oder schreiben Sie dies in ${code(file)}:`,
    keyVariable: () => html`Oder mit einem Schlüssel in der Umgebungsvariable ${code("TIRO_API_KEY")}:`,
    keyAsked: "Oder mit einem Schlüssel, nach dem VS Code fragt:",
    localTitle: "Assistenten, die nur lokale Programme starten",
    local:
      () => html`mcp-remote verbindet sie mit diesem Server. Für die Desktop-App von Claude schreiben Sie dies in
${code("claude_desktop_config.json")}:`,
    keyInPlace: "Oder mit einem Schlüssel anstelle von YOUR_API_KEY:",
    inspector: () =>
      html`Zeigt die Werkzeuge, mit einem Schlüssel in der Umgebungsvariable ${code("TIRO_API_KEY")}. Er braucht Node.js 22 oder neuer.`,
    library: (install, version) => html`Mit der offiziellen Bibliothek (${code(install)}${version}):`,
    pythonVersion: ", Version 2",
    troubleshooting: "Wenn etwas nicht geht",
    invalidKey:
      "Der Schlüssel oder die Anmeldung gilt nicht mehr. Melden Sie sich neu an oder erstellen Sie einen neuen Schlüssel.",
    hostNotAllowed:
      () => html`Der Server kennt den verwendeten Hostnamen nicht. Nehmen Sie die Adresse oben oder
lassen Sie den Namen in ${code("mcp.allowed_hosts")} eintragen.`,
    originNotAllowed:
      () => html`Eine Webseite in einem Browser hat den Server aufgerufen. Tragen Sie ihren Origin in
${code("mcp.allowed_origins")} ein.`,
    noHistory: "Ihre Organisation speichert keine Diktate, also gibt es keine zu lesen.",
    allErrors: "Liste aller Fehler",
  },
  fr: {
    title: "Connecter un assistant",
    lead: "Un assistant qui parle le Model Context Protocol peut chercher et lire vos dictées, envoyer des commentaires, gérer votre dictionnaire et modifier vos réglages.",
    address: "L’adresse du serveur",
    ways: () => html`Il y a deux façons de se connecter. <strong>Connexion</strong> : l’assistant ouvre ce serveur dans votre navigateur, où vous vous connectez et
choisissez s’il peut seulement lire ou aussi modifier. <strong>Clé d’API</strong> : pour les programmes, et pour les assistants qui
ne peuvent pas ouvrir de navigateur ; une clé permet les deux, sauf si elle a été créée pour l’un seulement. Avec la clé d’une organisation, envoyez aussi l’en-tête
${code("Service-User: usr_…")} avec l’identifiant du membre.`,
    click: "Cliquez sur un extrait pour le sélectionner en entier.",
    reachHttps:
      "Claude et ChatGPT se connectent depuis internet : ils n’atteignent ce serveur que si votre réseau les laisse entrer. Les autres se connectent depuis votre propre machine.",
    reachHttp:
      () => html`Claude et ChatGPT se connectent depuis internet et seulement en https : placez ce serveur derrière un
proxy inverse avec un certificat, et donnez son adresse à ${code("server.public_url")}. Les autres se connectent depuis votre propre
machine et fonctionnent tels quels.`,
    claude:
      "Dans les réglages, sous « Connectors », choisissez « Add custom connector », collez l’adresse et laissez les autres champs vides. Appuyez ensuite sur « Connect » et connectez-vous. Dans un espace de travail, son propriétaire l’ajoute d’abord.",
    claudeCode: () =>
      html`Ajoutez le serveur, puis saisissez ${code("/mcp")} dans Claude Code et connectez-vous :`,
    orKey: "Ou avec une clé :",
    chatGpt:
      "Dans les réglages, sous « Apps & Connectors », ouvrez les réglages avancés et activez le mode développeur. Créez ensuite un connecteur avec cette adresse et l’authentification OAuth, et connectez-vous. L’administrateur de votre espace de travail doit peut-être l’autoriser.",
    addTo: (editor) => `Ajouter à ${editor}`,
    orPut: (file) => html`ou mettez ceci dans ${code(file)} :`,
    keyVariable: () => html`Ou avec une clé dans la variable d’environnement ${code("TIRO_API_KEY")} :`,
    keyAsked: "Ou avec une clé, que VS Code demande :",
    localTitle: "Assistants qui ne lancent que des programmes locaux",
    local:
      () => html`mcp-remote les connecte à ce serveur. Pour l’application de bureau de Claude, mettez ceci dans
${code("claude_desktop_config.json")} :`,
    keyInPlace: "Ou avec une clé à la place de YOUR_API_KEY :",
    inspector: () =>
      html`Affiche les outils, avec une clé dans la variable d’environnement ${code("TIRO_API_KEY")}. Il faut Node.js 22 ou plus récent.`,
    library: (install, version) => html`Avec la bibliothèque officielle (${code(install)}${version}) :`,
    pythonVersion: ", version 2",
    troubleshooting: "En cas de problème",
    invalidKey: "la clé ou la connexion n’est plus valable. Reconnectez-vous, ou créez une nouvelle clé.",
    hostNotAllowed:
      () => html`le serveur ne reconnaît pas le nom d’hôte utilisé. Prenez l’adresse ci-dessus, ou
faites ajouter le nom à ${code("mcp.allowed_hosts")}.`,
    originNotAllowed: () => html`une page web dans un navigateur a appelé le serveur. Ajoutez son origine à
${code("mcp.allowed_origins")}.`,
    noHistory: "votre organisation ne conserve pas de dictées, il n’y en a donc pas à lire.",
    allErrors: "Liste de toutes les erreurs",
  },
  es: {
    title: "Conectar un asistente",
    lead: "Un asistente que habla el Model Context Protocol puede buscar y leer sus dictados, enviar comentarios, gestionar su diccionario y cambiar sus ajustes.",
    address: "La dirección del servidor",
    ways: () => html`Hay dos modos de conectar. <strong>Iniciar sesión</strong>: el asistente abre este servidor en su navegador, donde usted inicia sesión y
elige si solo puede leer o también hacer cambios. <strong>Clave de API</strong>: para programas y para asistentes que
no pueden abrir un navegador; una clave permite ambas cosas, salvo que se creara para una sola. Con la clave de una organización, envíe también la cabecera
${code("Service-User: usr_…")} con el id del miembro.`,
    click: "Haga clic en un fragmento para seleccionarlo entero.",
    reachHttps:
      "Claude y ChatGPT se conectan desde internet: llegan a este servidor solo si su red los deja entrar. Los demás se conectan desde su propio equipo.",
    reachHttp:
      () => html`Claude y ChatGPT se conectan desde internet y solo por https: ponga este servidor detrás de un
proxy inverso con certificado y asigne su dirección a ${code("server.public_url")}. Los demás se conectan desde su propio
equipo y funcionan así.`,
    claude:
      "En los ajustes, en «Connectors», elija «Add custom connector», pegue la dirección y deje vacíos los demás campos. Después pulse «Connect» e inicie sesión. En un espacio de trabajo, lo añade antes su propietario.",
    claudeCode: () => html`Añada el servidor, escriba ${code("/mcp")} en Claude Code e inicie sesión:`,
    orKey: "O con una clave:",
    chatGpt:
      "En los ajustes, en «Apps & Connectors», abra los ajustes avanzados y active el modo de desarrollador. Cree después un conector con esta dirección y autenticación OAuth, e inicie sesión. Puede que el administrador de su espacio de trabajo deba permitirlo.",
    addTo: (editor) => `Añadir a ${editor}`,
    orPut: (file) => html`o ponga esto en ${code(file)}:`,
    keyVariable: () => html`O con una clave en la variable de entorno ${code("TIRO_API_KEY")}:`,
    keyAsked: "O con una clave, que VS Code pide:",
    localTitle: "Asistentes que solo inician programas locales",
    local:
      () => html`mcp-remote los conecta a este servidor. Para la aplicación de escritorio de Claude, ponga esto en
${code("claude_desktop_config.json")}:`,
    keyInPlace: "O con una clave en lugar de YOUR_API_KEY:",
    inspector: () =>
      html`Muestra las herramientas, con una clave en la variable de entorno ${code("TIRO_API_KEY")}. Necesita Node.js 22 o posterior.`,
    library: (install, version) => html`Con la biblioteca oficial (${code(install)}${version}):`,
    pythonVersion: ", versión 2",
    troubleshooting: "Si algo no funciona",
    invalidKey: "la clave o la sesión ya no vale. Inicie sesión de nuevo o cree una clave nueva.",
    hostNotAllowed: () => html`el servidor no reconoce el nombre de host que usó. Use la dirección de arriba o
pida que se añada el nombre a ${code("mcp.allowed_hosts")}.`,
    originNotAllowed: () => html`una página web en un navegador llamó al servidor. Añada su origen a
${code("mcp.allowed_origins")}.`,
    noHistory: "su organización no guarda dictados, así que no hay ninguno que leer.",
    allErrors: "Lista de todos los errores",
  },
};
