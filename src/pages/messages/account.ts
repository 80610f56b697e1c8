/** A person's own account. */
import type { Catalogues } from "../../web/language.ts";

const en = {
  changePassword: "Change your password",
  passwordLead:
    "You stay logged in here. Everywhere else you are logged out, and apps lose their access, unless you choose to keep them.",
  keepSessions: "Stay logged in elsewhere",
  keepApps: "Keep the access of apps",
  forgotPassword:
    "If you have no password or forgot it, ask the administrator of this server for a set-up link.",
  lastUsedAt: "last used",
  passkeys: "Passkeys",
  passkeysLead:
    "A passkey lets you log in with your device’s fingerprint reader, face recognition or PIN. There is no password to type or to steal.",
  createdAt: "Created",
  neverUsed: "never used",
  remove: "Remove",
  removeOf: (name: string) => `Remove ${name}`,
  newPasskey: "New passkey",
  passkeyName: "For example the device it is stored on.",
  createPasskey: "Create passkey",
  needsHostName:
    "Passkeys need a host name, and you reach this server by its IP address. Ask its administrator for a name.",
};

export const accountMessages: Catalogues<typeof en> = {
  en,
  de: {
    changePassword: "Passwort ändern",
    passwordLead:
      "Hier bleiben Sie angemeldet. Überall sonst werden Sie abgemeldet und Apps verlieren ihren Zugriff, wenn Sie es nicht anders wählen.",
    keepSessions: "Anderswo angemeldet bleiben",
    keepApps: "Apps den Zugriff lassen",
    forgotPassword:
      "Wenn Sie kein Passwort haben oder es vergessen haben, bitten Sie den Administrator dieses Servers um einen Einrichtungslink.",
    lastUsedAt: "zuletzt verwendet",
    passkeys: "Passkeys",
    passkeysLead:
      "Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesichtserkennung oder PIN Ihres Geräts an. Es gibt kein Passwort, das man eintippen oder stehlen könnte.",
    createdAt: "Erstellt",
    neverUsed: "nie verwendet",
    remove: "Entfernen",
    removeOf: (name) => `${name} entfernen`,
    newPasskey: "Neuer Passkey",
    passkeyName: "Zum Beispiel das Gerät, auf dem er liegt.",
    createPasskey: "Passkey erstellen",
    needsHostName:
      "Passkeys brauchen einen Hostnamen, und Sie erreichen diesen Server über seine IP-Adresse. Bitten Sie den Administrator um einen Namen.",
  },
  fr: {
    changePassword: "Changer votre mot de passe",
    passwordLead:
      "Vous restez connecté ici. Partout ailleurs vous êtes déconnecté, et les applications perdent leur accès, sauf si vous choisissez de les garder.",
    keepSessions: "Rester connecté ailleurs",
    keepApps: "Garder l’accès des applications",
    forgotPassword:
      "Si vous n’avez pas de mot de passe ou l’avez oublié, demandez un lien à l’administrateur de ce serveur.",
    lastUsedAt: "dernière utilisation",
    passkeys: "Clés d’accès",
    passkeysLead:
      "Une clé d’accès vous connecte avec le lecteur d’empreinte, la reconnaissance du visage ou le code de votre appareil. Il n’y a pas de mot de passe à saisir ni à voler.",
    createdAt: "Créée",
    neverUsed: "jamais utilisée",
    remove: "Supprimer",
    removeOf: (name) => `Supprimer ${name}`,
    newPasskey: "Nouvelle clé d’accès",
    passkeyName: "Par exemple l’appareil où elle se trouve.",
    createPasskey: "Créer la clé d’accès",
    needsHostName:
      "Les clés d’accès ont besoin d’un nom d’hôte, et vous joignez ce serveur par son adresse IP. Demandez un nom à son administrateur.",
  },
  es: {
    changePassword: "Cambiar la contraseña",
    passwordLead:
      "Aquí sigue con la sesión iniciada. En los demás sitios se cierra y las aplicaciones pierden el acceso, salvo que elija conservarlos.",
    keepSessions: "Conservar las demás sesiones",
    keepApps: "Conservar el acceso de las aplicaciones",
    forgotPassword: "Si no tiene contraseña o la olvidó, pida un enlace al administrador de este servidor.",
    lastUsedAt: "último uso",
    passkeys: "Claves de acceso",
    passkeysLead:
      "Con una clave de acceso inicia sesión mediante la huella, el rostro o el PIN de su dispositivo. No hay contraseña que escribir ni que robar.",
    createdAt: "Creada",
    neverUsed: "nunca usada",
    remove: "Eliminar",
    removeOf: (name) => `Eliminar ${name}`,
    newPasskey: "Nueva clave de acceso",
    passkeyName: "Por ejemplo, el dispositivo en el que está.",
    createPasskey: "Crear clave de acceso",
    needsHostName:
      "Las claves de acceso necesitan un nombre de host, y usted llega a este servidor por su dirección IP. Pida un nombre a su administrador.",
  },
};
