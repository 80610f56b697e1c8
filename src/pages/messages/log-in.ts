/** The ways in and out. */
import type { Catalogues } from "../../web/language.ts";

const en = {
  logIn: "Log in",
  again: "Log in again to continue.",
  or: "or",
  byCompany: (label: string) => `Log in with ${label}`,
  byPasskey: "Log in with a passkey",
  byPassword: "Log in with your password",
  byOther: "Log in another way",
  userName: "User name",
  wrongName: "The user name or the password is wrong.",
  administrator: "Administrator of this server",
  wrongPassword: "The e-mail address or the password is wrong.",
  lostPassword: "Lost your password?",
  lostPasswordTitle: "Choose a new password",
  lostPasswordLead:
    "Enter the e-mail address of your account. You get a link with which to choose a new password.",
  sendLink: "Send the link",
  linkIsSent: "Check your mail",
  linkIsSentText: (email: string) =>
    `If ${email} has an account here that logs in with a password, a link is on its way. It works for an hour.`,
  foreignForm: "The form was not sent from this page.",
  passkeyLead: "Your device asks for your fingerprint, face or PIN, then identifies you to this server.",
  passkeyCancelled: "Nothing happened: the request was cancelled or timed out.",
  passkeyUnsupported:
    "Passkeys do not work here. They need a current browser and an address that begins with https.",
  passkeyScript: "Passkeys need JavaScript: without it, a page cannot reach your device.",
  noAnswer: "The server did not answer.",
  secondStep: "Second step",
  startAgain: "Start again",
  lostBoth:
    "Lost both the app and the recovery codes? The administrator of this server can turn off your second step.",
  logOut: "Log out",
  logOutLead: "You end the session in this browser.",
  companyTooLong: "The log-in took too long, or was started in another browser.",
  companySilent: "The company’s log-in does not respond. Try again later, or log in another way.",
  companyRefused: "The company’s log-in refused you. Try again, or log in another way.",
  companyNoTime: (label: string) => `${label} does not say when you logged in there. Log in another way.`,
  companyNotAgain: (label: string) => `${label} did not ask you to log in again. Try again.`,
  company: "Company account",
  companyOn: (label: string) => `You can log in with ${label}.`,
  companyOff: (label: string) =>
    `You cannot log in with ${label} yet. The company account must have the same e-mail address as your account here.`,
  connect: (label: string) => `Connect ${label}`,
  disconnect: "Disconnect",
};

export const logInMessages: Catalogues<typeof en> = {
  en,
  de: {
    logIn: "Anmelden",
    again: "Melden Sie sich erneut an, um fortzufahren.",
    or: "oder",
    byCompany: (label) => `Anmelden mit ${label}`,
    byPasskey: "Mit Passkey anmelden",
    byPassword: "Mit Passwort anmelden",
    byOther: "Anders anmelden",
    userName: "Benutzername",
    wrongName: "Der Benutzername oder das Passwort ist falsch.",
    administrator: "Administrator dieses Servers",
    wrongPassword: "Die E-Mail-Adresse oder das Passwort ist falsch.",
    lostPassword: "Passwort vergessen?",
    lostPasswordTitle: "Neues Passwort wählen",
    lostPasswordLead:
      "Geben Sie die E-Mail-Adresse Ihres Kontos ein. Sie bekommen einen Link, mit dem Sie ein neues Passwort wählen.",
    sendLink: "Link senden",
    linkIsSent: "Sehen Sie in Ihr Postfach",
    linkIsSentText: (email) =>
      `Gehört zu ${email} hier ein Konto, das sich mit Passwort anmeldet, ist ein Link unterwegs. Er gilt eine Stunde.`,
    foreignForm: "Das Formular wurde nicht von dieser Seite gesendet.",
    passkeyLead:
      "Ihr Gerät fragt nach Fingerabdruck, Gesicht oder PIN und weist Sie dann bei diesem Server aus.",
    passkeyCancelled: "Es ist nichts geschehen: Die Anfrage wurde abgebrochen oder hat zu lange gedauert.",
    passkeyUnsupported:
      "Passkeys funktionieren hier nicht. Sie brauchen einen aktuellen Browser und eine Adresse, die mit https beginnt.",
    passkeyScript: "Passkeys brauchen JavaScript: Ohne erreicht eine Seite Ihr Gerät nicht.",
    noAnswer: "Der Server hat nicht geantwortet.",
    secondStep: "Zweiter Schritt",
    startAgain: "Von vorn beginnen",
    lostBoth:
      "App und Wiederherstellungscodes verloren? Der Administrator dieses Servers kann Ihren zweiten Schritt ausschalten.",
    logOut: "Abmelden",
    logOutLead: "Sie beenden die Sitzung in diesem Browser.",
    companyTooLong: "Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen.",
    companySilent:
      "Die Anmeldung der Firma antwortet nicht. Versuchen Sie es später wieder oder melden Sie sich anders an.",
    companyRefused:
      "Die Anmeldung der Firma hat Sie abgewiesen. Versuchen Sie es erneut oder melden Sie sich anders an.",
    companyNoTime: (label) =>
      `${label} teilt nicht mit, wann Sie sich dort angemeldet haben. Melden Sie sich anders an.`,
    companyNotAgain: (label) => `${label} hat keine neue Anmeldung verlangt. Versuchen Sie es erneut.`,
    company: "Firmenkonto",
    companyOn: (label) => `Sie können sich mit ${label} anmelden.`,
    companyOff: (label) =>
      `Sie können sich noch nicht mit ${label} anmelden. Das Firmenkonto muss dieselbe E-Mail-Adresse haben wie Ihr Konto hier.`,
    connect: (label) => `${label} verbinden`,
    disconnect: "Trennen",
  },
  fr: {
    logIn: "Se connecter",
    again: "Reconnectez-vous pour continuer.",
    or: "ou",
    byCompany: (label) => `Se connecter avec ${label}`,
    byPasskey: "Se connecter avec une clé d’accès",
    byPassword: "Se connecter avec votre mot de passe",
    byOther: "Se connecter autrement",
    userName: "Nom d’utilisateur",
    wrongName: "Le nom d’utilisateur ou le mot de passe est faux.",
    administrator: "Administrateur de ce serveur",
    wrongPassword: "L’adresse e-mail ou le mot de passe est faux.",
    lostPassword: "Mot de passe oublié ?",
    lostPasswordTitle: "Choisir un nouveau mot de passe",
    lostPasswordLead:
      "Saisissez l’adresse e-mail de votre compte. Vous recevrez un lien pour choisir un nouveau mot de passe.",
    sendLink: "Envoyer le lien",
    linkIsSent: "Consultez votre messagerie",
    linkIsSentText: (email) =>
      `Si ${email} a ici un compte qui se connecte avec un mot de passe, un lien est en route. Il fonctionne pendant une heure.`,
    foreignForm: "Le formulaire n’a pas été envoyé depuis cette page.",
    passkeyLead:
      "Votre appareil demande votre empreinte, votre visage ou votre code, puis vous identifie auprès de ce serveur.",
    passkeyCancelled: "Rien ne s’est passé : la demande a été annulée ou a expiré.",
    passkeyUnsupported:
      "Les clés d’accès ne fonctionnent pas ici. Il leur faut un navigateur récent et une adresse qui commence par https.",
    passkeyScript:
      "Les clés d’accès ont besoin de JavaScript : sans lui, une page ne peut pas atteindre votre appareil.",
    noAnswer: "Le serveur n’a pas répondu.",
    secondStep: "Deuxième étape",
    startAgain: "Recommencer",
    lostBoth:
      "Vous avez perdu l’application et les codes de récupération ? L’administrateur de ce serveur peut désactiver votre deuxième étape.",
    logOut: "Se déconnecter",
    logOutLead: "Vous mettez fin à la session dans ce navigateur.",
    companyTooLong: "La connexion a pris trop de temps, ou a commencé dans un autre navigateur.",
    companySilent:
      "La connexion de l’entreprise ne répond pas. Réessayez plus tard, ou connectez-vous autrement.",
    companyRefused: "La connexion de l’entreprise vous a refusé. Réessayez, ou connectez-vous autrement.",
    companyNoTime: (label) =>
      `${label} n’indique pas quand vous vous y êtes connecté. Connectez-vous autrement.`,
    companyNotAgain: (label) => `${label} ne vous a pas demandé de vous reconnecter. Réessayez.`,
    company: "Compte d’entreprise",
    companyOn: (label) => `Vous pouvez vous connecter avec ${label}.`,
    companyOff: (label) =>
      `Vous ne pouvez pas encore vous connecter avec ${label}. Le compte d’entreprise doit avoir la même adresse e-mail que votre compte ici.`,
    connect: (label) => `Associer ${label}`,
    disconnect: "Dissocier",
  },
  es: {
    logIn: "Iniciar sesión",
    again: "Inicie sesión de nuevo para continuar.",
    or: "o",
    byCompany: (label) => `Iniciar sesión con ${label}`,
    byPasskey: "Iniciar sesión con una llave de acceso",
    byPassword: "Iniciar sesión con su contraseña",
    byOther: "Iniciar sesión de otro modo",
    userName: "Nombre de usuario",
    wrongName: "El nombre de usuario o la contraseña son incorrectos.",
    administrator: "Administrador de este servidor",
    wrongPassword: "El correo electrónico o la contraseña son incorrectos.",
    lostPassword: "¿Olvidó su contraseña?",
    lostPasswordTitle: "Elija una contraseña nueva",
    lostPasswordLead:
      "Escriba el correo electrónico de su cuenta. Recibirá un enlace para elegir una contraseña nueva.",
    sendLink: "Enviar el enlace",
    linkIsSent: "Revise su correo",
    linkIsSentText: (email) =>
      `Si ${email} tiene aquí una cuenta que inicia sesión con contraseña, hay un enlace en camino. Funciona durante una hora.`,
    foreignForm: "El formulario no se envió desde esta página.",
    passkeyLead:
      "Su dispositivo pide su huella, su rostro o su PIN y luego lo identifica ante este servidor.",
    passkeyCancelled: "No ocurrió nada: la solicitud se canceló o caducó.",
    passkeyUnsupported:
      "Las llaves de acceso no funcionan aquí. Necesitan un navegador actual y una dirección que empiece por https.",
    passkeyScript:
      "Las llaves de acceso necesitan JavaScript: sin él, una página no puede llegar a su dispositivo.",
    noAnswer: "El servidor no respondió.",
    secondStep: "Segundo paso",
    startAgain: "Empezar de nuevo",
    lostBoth:
      "¿Perdió la aplicación y los códigos de recuperación? El administrador de este servidor puede desactivar su segundo paso.",
    logOut: "Cerrar sesión",
    logOutLead: "Termina la sesión en este navegador.",
    companyTooLong: "El inicio de sesión tardó demasiado o se empezó en otro navegador.",
    companySilent:
      "El inicio de sesión de la empresa no responde. Inténtelo más tarde o inicie sesión de otro modo.",
    companyRefused:
      "El inicio de sesión de la empresa lo rechazó. Inténtelo de nuevo o inicie sesión de otro modo.",
    companyNoTime: (label) => `${label} no indica cuándo inició sesión allí. Inicie sesión de otro modo.`,
    companyNotAgain: (label) => `${label} no le pidió que iniciara sesión de nuevo. Inténtelo otra vez.`,
    company: "Cuenta de la empresa",
    companyOn: (label) => `Puede iniciar sesión con ${label}.`,
    companyOff: (label) =>
      `Todavía no puede iniciar sesión con ${label}. La cuenta de la empresa debe tener el mismo correo electrónico que su cuenta aquí.`,
    connect: (label) => `Conectar ${label}`,
    disconnect: "Desconectar",
  },
};
