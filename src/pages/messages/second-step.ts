/** Setting up the second step of the log-in. */
import { html, type Markup } from "../../lib/html.ts";
import type { Catalogues } from "../../web/language.ts";

const en = {
  title: "Second step",
  why: "With an authenticator app (TOTP) on your phone, your password alone is no longer enough to log in.",
  scan: "Scan this code with the app, or type in the secret:",
  qrLabel: "QR code of the secret below",
  enter: "Enter the code that the app shows.",
  codeFromApp: "Code from the app",
  sixDigits: "Six digits.",
  turnOn: "Turn on the second step",
  asked: (organizations: string, passkey: Markup): Markup =>
    html`<strong>${organizations}</strong> asks its members for a second step. Set it up to continue; a ${passkey} with which you then log in will do as well.`,
  passkey: "passkey",
  codesTitle: "Your recovery codes",
  keepCodes:
    "The second step is on. Keep these codes where you can reach them without your phone: each works once in place of a code from the app. They are not shown again.",
  saved: "I have saved them",
  newPasskey: "New passkey",
  passkeyWhy:
    "A passkey lets you log in with your device’s fingerprint reader, face recognition or PIN. There is no password to type or to steal.",
  passkeyName: "For example the device it is stored on.",
  createPasskey: "Create passkey",
  needsHostName:
    "Passkeys need a host name, and you reach this server by its IP address. Ask its administrator for a name.",
  byApp: "Use an authenticator app instead",
};

export const secondStepMessages: Catalogues<typeof en> = {
  en,
  de: {
    title: "Zweiter Schritt",
    why: "Mit einer Authenticator-App (TOTP) auf Ihrem Telefon genügt Ihr Passwort allein nicht mehr zur Anmeldung.",
    scan: "Lesen Sie diesen Code mit der App ein oder tippen Sie das Geheimnis ab:",
    qrLabel: "QR-Code des Geheimnisses darunter",
    enter: "Geben Sie den Code ein, den die App zeigt.",
    codeFromApp: "Code aus der App",
    sixDigits: "Sechs Ziffern.",
    turnOn: "Zweiten Schritt einschalten",
    asked: (organizations, passkey) =>
      html`<strong>${organizations}</strong> verlangt von Mitgliedern einen zweiten Schritt. Richten Sie ihn ein, um fortzufahren; ein ${passkey}, mit dem Sie sich dann anmelden, tut es auch.`,
    passkey: "Passkey",
    codesTitle: "Ihre Wiederherstellungscodes",
    keepCodes:
      "Der zweite Schritt ist an. Verwahren Sie diese Codes so, dass Sie ohne Ihr Telefon an sie kommen: Jeder gilt einmal anstelle eines Codes aus der App. Sie werden nicht noch einmal gezeigt.",
    saved: "Ich habe sie gespeichert",
    newPasskey: "Neuer Passkey",
    passkeyWhy:
      "Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesichtserkennung oder PIN Ihres Geräts an. Es gibt kein Passwort, das man eintippen oder stehlen könnte.",
    passkeyName: "Zum Beispiel das Gerät, auf dem er liegt.",
    createPasskey: "Passkey erstellen",
    needsHostName:
      "Passkeys brauchen einen Hostnamen, und Sie erreichen diesen Server über seine IP-Adresse. Bitten Sie den Administrator um einen Namen.",
    byApp: "Stattdessen eine Authenticator-App verwenden",
  },
  fr: {
    title: "Deuxième étape",
    why: "Avec une application d’authentification (TOTP) sur votre téléphone, votre mot de passe seul ne suffit plus pour se connecter.",
    scan: "Scannez ce code avec l’application, ou saisissez le secret :",
    qrLabel: "Code QR du secret ci-dessous",
    enter: "Saisissez le code que montre l’application.",
    codeFromApp: "Code de l’application",
    sixDigits: "Six chiffres.",
    turnOn: "Activer la deuxième étape",
    asked: (organizations, passkey) =>
      html`<strong>${organizations}</strong> exige une deuxième étape de ses membres. Configurez-la pour continuer ; une ${passkey} avec laquelle vous vous connectez ensuite convient aussi.`,
    passkey: "clé d’accès",
    codesTitle: "Vos codes de récupération",
    keepCodes:
      "La deuxième étape est activée. Gardez ces codes là où vous les trouverez sans votre téléphone : chacun sert une fois à la place d’un code de l’application. Ils ne seront plus affichés.",
    saved: "Je les ai enregistrés",
    newPasskey: "Nouvelle clé d’accès",
    passkeyWhy:
      "Une clé d’accès vous connecte avec le lecteur d’empreinte, la reconnaissance du visage ou le code de votre appareil. Il n’y a pas de mot de passe à saisir ni à voler.",
    passkeyName: "Par exemple l’appareil où elle se trouve.",
    createPasskey: "Créer la clé d’accès",
    needsHostName:
      "Les clés d’accès ont besoin d’un nom d’hôte, et vous joignez ce serveur par son adresse IP. Demandez un nom à son administrateur.",
    byApp: "Utiliser plutôt une application d’authentification",
  },
  es: {
    title: "Segundo paso",
    why: "Con una aplicación de autenticación (TOTP) en su teléfono, la contraseña sola ya no basta para iniciar sesión.",
    scan: "Escanee este código con la aplicación o escriba el secreto:",
    qrLabel: "Código QR del secreto de abajo",
    enter: "Introduzca el código que muestra la aplicación.",
    codeFromApp: "Código de la aplicación",
    sixDigits: "Seis cifras.",
    turnOn: "Activar el segundo paso",
    asked: (organizations, passkey) =>
      html`<strong>${organizations}</strong> exige un segundo paso a sus miembros. Configúrelo para continuar; también sirve una ${passkey} con la que luego inicie sesión.`,
    passkey: "llave de acceso",
    codesTitle: "Sus códigos de recuperación",
    keepCodes:
      "El segundo paso está activado. Guarde estos códigos donde pueda encontrarlos sin su teléfono: cada uno vale una vez en lugar de un código de la aplicación. No se mostrarán de nuevo.",
    saved: "Los he guardado",
    newPasskey: "Nueva llave de acceso",
    passkeyWhy:
      "Con una llave de acceso inicia sesión mediante la huella, el rostro o el PIN de su dispositivo. No hay contraseña que escribir ni que robar.",
    passkeyName: "Por ejemplo, el dispositivo en el que está.",
    createPasskey: "Crear llave de acceso",
    needsHostName:
      "Las llaves de acceso necesitan un nombre de host, y usted llega a este servidor por su dirección IP. Pida un nombre a su administrador.",
    byApp: "Usar una aplicación de autenticación",
  },
};
