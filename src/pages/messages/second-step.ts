/** Turning the second step of the log-in on and off. */
import { html, type Markup } from "../../lib/html.ts";
import type { Catalogues } from "../../web/language.ts";

const en = {
  title: "Second step",
  isOn: (left: number) =>
    `The second step is on: after your password, you enter a code from your app. You have ${left} recovery codes left.`,
  newCodes: "New recovery codes",
  oldStop: "The old codes stop working.",
  createCodes: "Create new recovery codes",
  turnOff: "Turn off the second step",
  thenPassword: "Your password alone is then enough.",
  thenAgain: (organizations: string) =>
    `${organizations} asks its members for a second step: you are then led to set it up again.`,
  otherDevice: "To switch to another app or device, turn it off and on again.",
  why: "With an authenticator app (TOTP) on your phone, your password alone is no longer enough to log in.",
  scan: "Scan this code with the app, or type in the secret:",
  qrLabel: "QR code of the secret below",
  enter: "Enter the code that the app shows.",
  codeFromApp: "Code from the app",
  sixDigits: "Six digits.",
  turnOn: "Turn on the second step",
  asked: (organizations: string, passkey: Markup): Markup =>
    html`<strong>${organizations}</strong> asks its members for a second step. Set it up to go on; a ${passkey} with which you then log in will do as well.`,
  passkey: "passkey",
  codesTitle: "Your recovery codes",
  keepCodes:
    "The second step is on. Keep these codes where you can reach them without your phone: each works once in place of a code from the app. They are not shown again.",
  saved: "I have saved them",
};

export const secondStepMessages: Catalogues<typeof en> = {
  en,
  de: {
    title: "Zweiter Schritt",
    isOn: (left) =>
      `Der zweite Schritt ist an: Nach dem Passwort geben Sie einen Code aus Ihrer App ein. Sie haben noch ${left} Wiederherstellungscodes.`,
    newCodes: "Neue Wiederherstellungscodes",
    oldStop: "Die alten Codes gelten dann nicht mehr.",
    createCodes: "Neue Wiederherstellungscodes erstellen",
    turnOff: "Zweiten Schritt ausschalten",
    thenPassword: "Danach genügt Ihr Passwort allein.",
    thenAgain: (organizations) =>
      `${organizations} verlangt von Mitgliedern einen zweiten Schritt: Sie werden danach aufgefordert, ihn neu einzurichten.`,
    otherDevice: "Für eine andere App oder ein anderes Gerät schalten Sie ihn aus und wieder an.",
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
    saved: "Ich habe sie gesichert",
  },
  fr: {
    title: "Deuxième étape",
    isOn: (left) =>
      `La deuxième étape est activée : après votre mot de passe, vous saisissez un code de votre application. Il vous reste ${left} codes de récupération.`,
    newCodes: "Nouveaux codes de récupération",
    oldStop: "Les anciens codes cessent de fonctionner.",
    createCodes: "Créer de nouveaux codes de récupération",
    turnOff: "Désactiver la deuxième étape",
    thenPassword: "Votre mot de passe seul suffit alors.",
    thenAgain: (organizations) =>
      `${organizations} exige une deuxième étape de ses membres : il vous sera demandé de la configurer à nouveau.`,
    otherDevice: "Pour changer d’application ou d’appareil, désactivez-la puis réactivez-la.",
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
  },
  es: {
    title: "Segundo paso",
    isOn: (left) =>
      `El segundo paso está activado: tras la contraseña, introduce un código de su aplicación. Le quedan ${left} códigos de recuperación.`,
    newCodes: "Nuevos códigos de recuperación",
    oldStop: "Los códigos antiguos dejan de valer.",
    createCodes: "Crear nuevos códigos de recuperación",
    turnOff: "Desactivar el segundo paso",
    thenPassword: "Entonces basta con su contraseña.",
    thenAgain: (organizations) =>
      `${organizations} exige un segundo paso a sus miembros: después se le pedirá que lo configure de nuevo.`,
    otherDevice: "Para cambiar de aplicación o de dispositivo, desactívelo y vuelva a activarlo.",
    why: "Con una aplicación de autenticación (TOTP) en su teléfono, la contraseña sola ya no basta para iniciar sesión.",
    scan: "Escanee este código con la aplicación o escriba el secreto:",
    qrLabel: "Código QR del secreto de abajo",
    enter: "Introduzca el código que muestra la aplicación.",
    codeFromApp: "Código de la aplicación",
    sixDigits: "Seis cifras.",
    turnOn: "Activar el segundo paso",
    asked: (organizations, passkey) =>
      html`<strong>${organizations}</strong> exige un segundo paso a sus miembros. Configúrelo para continuar; también sirve una ${passkey} con la que luego inicie sesión.`,
    passkey: "clave de acceso",
    codesTitle: "Sus códigos de recuperación",
    keepCodes:
      "El segundo paso está activado. Guarde estos códigos donde pueda encontrarlos sin su teléfono: cada uno vale una vez en lugar de un código de la aplicación. No se mostrarán de nuevo.",
    saved: "Los he guardado",
  },
};
