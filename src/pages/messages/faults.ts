/**
 * What the use cases tell of a fault, said again in the reader's language. The use cases speak English, to programs
 * and people alike; a sentence is found here by its English, with `{}` for what stands in it.
 */
import type { Catalogues, InterfaceLanguage } from "../../web/language.ts";

export const wentWrong: Catalogues<string> = {
  en: "Something went wrong",
  de: "Etwas ist schiefgegangen",
  fr: "Quelque chose n’a pas marché",
  es: "Algo ha fallado",
};

type Others = Omit<Catalogues<string>, "en">;

export const FAULTS: Readonly<Record<string, Others>> = {
  "Some fields are not filled in correctly.": {
    de: "Einige Felder sind nicht richtig ausgefüllt.",
    fr: "Certains champs ne sont pas remplis correctement.",
    es: "Algunos campos no están bien rellenados.",
  },
  "This is not an e-mail address such as ada@example.com.": {
    de: "Das ist keine E-Mail-Adresse wie ada@example.com.",
    fr: "Ce n’est pas une adresse e-mail comme ada@example.com.",
    es: "No es un correo electrónico como ada@example.com.",
  },
  "This link is for {} alone.": {
    de: "Dieser Link gilt nur für {0}.",
    fr: "Ce lien est réservé à {0}.",
    es: "Este enlace es solo para {0}.",
  },
  "The {} must have 1 to {} printable characters.": {
    de: "Hier müssen 1 bis {1} druckbare Zeichen stehen.",
    fr: "Il faut ici de 1 à {1} caractères imprimables.",
    es: "Aquí debe haber de 1 a {1} caracteres imprimibles.",
  },
  "A user with the address {} already exists.": {
    de: "Es gibt schon ein Konto mit der Adresse {0}.",
    fr: "Il existe déjà un compte avec l’adresse {0}.",
    es: "Ya existe una cuenta con la dirección {0}.",
  },
  "The password must have {} to {} characters.": {
    de: "Das Passwort muss {0} bis {1} Zeichen haben.",
    fr: "Le mot de passe doit avoir de {0} à {1} caractères.",
    es: "La contraseña debe tener de {0} a {1} caracteres.",
  },
  "The password is too easy to guess.": {
    de: "Das Passwort ist zu leicht zu erraten.",
    fr: "Le mot de passe est trop facile à deviner.",
    es: "La contraseña es demasiado fácil de adivinar.",
  },
  "The password is one of the most common ones.": {
    de: "Das Passwort ist eines der häufigsten.",
    fr: "Le mot de passe est l’un des plus courants.",
    es: "La contraseña es una de las más comunes.",
  },
  "The two passwords are not the same.": {
    de: "Die beiden Passwörter sind nicht gleich.",
    fr: "Les deux mots de passe ne sont pas identiques.",
    es: "Las dos contraseñas no son iguales.",
  },
  "This is not your current password.": {
    de: "Das ist nicht Ihr bisheriges Passwort.",
    fr: "Ce n’est pas votre mot de passe actuel.",
    es: "No es su contraseña actual.",
  },
  "The code is wrong. Check that your device's clock is right.": {
    de: "Der Code ist falsch. Prüfen Sie, ob die Uhr Ihres Geräts richtig geht.",
    fr: "Le code est faux. Vérifiez que l’horloge de votre appareil est juste.",
    es: "El código es incorrecto. Compruebe que el reloj de su dispositivo está en hora.",
  },
  "This account is limited to {} requests a minute; wait for the time in Retry-After.": {
    de: "Dieses Konto darf {0} Anfragen in der Minute stellen; warten Sie einen Augenblick.",
    fr: "Ce compte est limité à {0} requêtes par minute ; attendez un instant.",
    es: "Esta cuenta está limitada a {0} solicitudes por minuto; espere un momento.",
  },
  "You have changed too much today; go on tomorrow.": {
    de: "Sie haben heute zu viel geändert; machen Sie morgen weiter.",
    fr: "Vous avez fait trop de modifications aujourd’hui ; continuez demain.",
    es: "Hoy ha hecho demasiados cambios; continúe mañana.",
  },
  "Too many failed attempts; wait a while.": {
    de: "Zu viele Fehlversuche; warten Sie eine Weile.",
    fr: "Trop d’essais manqués ; attendez un moment.",
    es: "Demasiados intentos fallidos; espere un rato.",
  },
  "Too many failed attempts; try again in a moment.": {
    de: "Zu viele Fehlversuche; versuchen Sie es gleich noch einmal.",
    fr: "Trop d’essais manqués ; réessayez dans un instant.",
    es: "Demasiados intentos fallidos; inténtelo de nuevo en un momento.",
  },
  "Too many passwords are being checked; try again in a moment.": {
    de: "Es werden gerade zu viele Passwörter geprüft; versuchen Sie es gleich noch einmal.",
    fr: "Trop de mots de passe sont en cours de vérification ; réessayez dans un instant.",
    es: "Se están comprobando demasiadas contraseñas; inténtelo de nuevo en un momento.",
  },
  "This page was made for somebody else, who was logged in here before. Nothing was done. Open the page again to continue as yourself.":
    {
      de: "Diese Seite gehört jemandem, der hier vorher angemeldet war. Es wurde nichts getan. Öffnen Sie die Seite neu, um als Sie selbst weiterzumachen.",
      fr: "Cette page est celle d’une autre personne, connectée ici auparavant. Rien n’a été fait. Rouvrez la page pour continuer en votre nom.",
      es: "Esta página es de otra persona, que había iniciado sesión aquí antes. No se ha hecho nada. Vuelva a abrir la página para continuar como usted.",
    },
  "This server does not expect people under this host name. Its operator can set server.public_url, or add the name to mcp.allowed_hosts.":
    {
      de: "Unter diesem Namen erwartet der Server niemanden. Wer ihn betreibt, kann server.public_url setzen oder den Namen in mcp.allowed_hosts eintragen.",
      fr: "Le serveur n’attend personne sous ce nom. Son exploitant peut définir server.public_url, ou ajouter le nom à mcp.allowed_hosts.",
      es: "El servidor no espera a nadie con este nombre. Quien lo administra puede definir server.public_url o añadir el nombre a mcp.allowed_hosts.",
    },
  "The account is disabled.": {
    de: "Das Konto ist gesperrt.",
    fr: "Le compte est désactivé.",
    es: "La cuenta está desactivada.",
  },
  "The account is disabled. Ask the administrator of this server.": {
    de: "Das Konto ist gesperrt. Wenden Sie sich an den Administrator dieses Servers.",
    fr: "Le compte est désactivé. Adressez-vous à l’administrateur de ce serveur.",
    es: "La cuenta está desactivada. Consulte al administrador de este servidor.",
  },
  "Access ended because the person has not logged in for {} days. It works again once they log in at /login with {}.":
    {
      de: "Der Zugang endete, weil Sie sich {0} Tage lang nicht angemeldet haben. Er gilt wieder, sobald Sie sich mit {1} anmelden.",
      fr: "L’accès a pris fin, car vous ne vous êtes pas connecté pendant {0} jours. Il reprend dès que vous vous connectez avec {1}.",
      es: "El acceso terminó porque no inició sesión durante {0} días. Vuelve a valer en cuanto inicie sesión con {1}.",
    },
  "Log in with {}: this server accepts no other log-in.": {
    de: "Melden Sie sich mit {0} an: Dieser Server nimmt keine andere Anmeldung an.",
    fr: "Connectez-vous avec {0} : ce serveur n’accepte pas d’autre connexion.",
    es: "Inicie sesión con {0}: este servidor no acepta otro modo.",
  },
  "This link no longer works: it was used, replaced by a newer one, or has expired.": {
    de: "Dieser Link gilt nicht mehr: Er wurde verwendet, durch einen neueren ersetzt oder ist abgelaufen.",
    fr: "Ce lien ne fonctionne plus : il a été utilisé, remplacé par un plus récent, ou a expiré.",
    es: "Este enlace ya no funciona: se usó, se sustituyó por uno más nuevo o caducó.",
  },
  "This invitation no longer works: it was accepted, revoked, replaced by a newer one, or has expired.": {
    de: "Diese Einladung gilt nicht mehr: Sie wurde angenommen, zurückgezogen, durch eine neuere ersetzt oder ist abgelaufen.",
    fr: "Cette invitation ne fonctionne plus : elle a été acceptée, retirée, remplacée par une plus récente, ou a expiré.",
    es: "Esta invitación ya no funciona: se aceptó, se retiró, se sustituyó por una más nueva o caducó.",
  },
  "This invitation is for {}, and you are logged in as {}.": {
    de: "Diese Einladung ist für {0}, und Sie sind als {1} angemeldet.",
    fr: "Cette invitation est pour {0}, et vous êtes connecté en tant que {1}.",
    es: "Esta invitación es para {0}, y usted ha iniciado sesión como {1}.",
  },
  "{} has an account. Open the invitation again and log in.": {
    de: "{0} hat ein Konto. Öffnen Sie die Einladung noch einmal und melden Sie sich an.",
    fr: "{0} a un compte. Ouvrez à nouveau l’invitation et connectez-vous.",
    es: "{0} tiene una cuenta. Abra de nuevo la invitación e inicie sesión.",
  },
  "{} is a member already.": {
    de: "{0} ist schon Mitglied.",
    fr: "{0} est déjà membre.",
    es: "{0} ya es miembro.",
  },
  "The person is a member already.": {
    de: "Sie sind schon Mitglied.",
    fr: "Vous êtes déjà membre.",
    es: "Ya es miembro.",
  },
  "You can have at most {} passkeys; remove one first.": {
    de: "Sie können höchstens {0} Passkeys haben; entfernen Sie erst einen.",
    fr: "Vous pouvez avoir au plus {0} clés d’accès ; supprimez-en d’abord une.",
    es: "Puede tener como máximo {0} claves de acceso; elimine antes una.",
  },
  "The passkey is not valid here or no longer known. Try again.": {
    de: "Der Passkey gilt hier nicht oder ist nicht mehr bekannt. Versuchen Sie es erneut.",
    fr: "La clé d’accès n’est pas valable ici ou n’est plus connue. Réessayez.",
    es: "La clave de acceso no vale aquí o ya no se conoce. Inténtelo de nuevo.",
  },
  "This took too long. Reload the page and start again.": {
    de: "Das hat zu lange gedauert. Laden Sie die Seite neu und beginnen Sie von vorn.",
    fr: "Cela a pris trop de temps. Rechargez la page et recommencez.",
    es: "Tardó demasiado. Recargue la página y empiece de nuevo.",
  },
  "The request did not come from a page of this server.": {
    de: "Die Anfrage kam nicht von einer Seite dieses Servers.",
    fr: "La demande n’est pas venue d’une page de ce serveur.",
    es: "La solicitud no vino de una página de este servidor.",
  },
  "The form was not sent from a page of your session. Go back, reload the page and send it again.": {
    de: "Das Formular wurde nicht von einer Seite Ihrer Sitzung gesendet. Gehen Sie zurück, laden Sie die Seite neu und senden Sie es noch einmal.",
    fr: "Le formulaire n’a pas été envoyé depuis une page de votre session. Revenez en arrière, rechargez la page et renvoyez-le.",
    es: "El formulario no se envió desde una página de su sesión. Vuelva atrás, recargue la página y envíelo de nuevo.",
  },
  "You logged out or in meanwhile. Start again from your account page.": {
    de: "Sie haben sich inzwischen ab- oder angemeldet. Beginnen Sie noch einmal auf Ihrer Kontoseite.",
    fr: "Vous vous êtes déconnecté ou connecté entre-temps. Recommencez depuis la page de votre compte.",
    es: "Entretanto cerró o inició sesión. Empiece de nuevo desde la página de su cuenta.",
  },
  "This server has no company log-in.": {
    de: "Dieser Server hat keine Firmenanmeldung.",
    fr: "Ce serveur n’a pas de connexion d’entreprise.",
    es: "Este servidor no tiene inicio de sesión de empresa.",
  },
  "This server requires that you log in with your company account.": {
    de: "Dieser Server verlangt, dass Sie sich mit Ihrem Firmenkonto anmelden.",
    fr: "Ce serveur exige que vous vous connectiez avec votre compte d’entreprise.",
    es: "Este servidor exige que inicie sesión con la cuenta de su empresa.",
  },
  "You have neither a password nor a passkey: without your company account you could not log in.": {
    de: "Sie haben weder Passwort noch Passkey: Ohne Ihr Firmenkonto könnten Sie sich nicht anmelden.",
    fr: "Vous n’avez ni mot de passe ni clé d’accès : sans votre compte d’entreprise, vous ne pourriez pas vous connecter.",
    es: "No tiene contraseña ni clave de acceso: sin la cuenta de su empresa no podría iniciar sesión.",
  },
  "The company account has the address {}, but your account here has {}.": {
    de: "Das Firmenkonto hat die Adresse {0}, Ihr Konto hier aber {1}.",
    fr: "Le compte d’entreprise a l’adresse {0}, mais votre compte ici a {1}.",
    es: "La cuenta de la empresa tiene la dirección {0}, pero su cuenta aquí tiene {1}.",
  },
  "The company account is connected to another account here.": {
    de: "Das Firmenkonto ist hier mit einem anderen Konto verbunden.",
    fr: "Le compte d’entreprise est associé ici à un autre compte.",
    es: "La cuenta de la empresa está conectada aquí a otra cuenta.",
  },
  "An account for {} already exists. Log in to it as usual and connect the company account there.": {
    de: "Es gibt schon ein Konto für {0}. Melden Sie sich wie gewohnt an und verbinden Sie das Firmenkonto dort.",
    fr: "Il existe déjà un compte pour {0}. Connectez-vous comme d’habitude et associez-y le compte d’entreprise.",
    es: "Ya existe una cuenta para {0}. Inicie sesión como siempre y conecte allí la cuenta de la empresa.",
  },
  "There is no account for {}. Ask the administrator of this server for one.": {
    de: "Es gibt kein Konto für {0}. Bitten Sie den Administrator dieses Servers um eines.",
    fr: "Il n’y a pas de compte pour {0}. Demandez-en un à l’administrateur de ce serveur.",
    es: "No hay ninguna cuenta para {0}. Pida una al administrador de este servidor.",
  },
  "Your company account provides no e-mail address.": {
    de: "Ihr Firmenkonto nennt keine E-Mail-Adresse.",
    fr: "Votre compte d’entreprise ne donne pas d’adresse e-mail.",
    es: "La cuenta de su empresa no facilita ningún correo electrónico.",
  },
  "Your company account has not verified the address {}.": {
    de: "Ihr Firmenkonto hat die Adresse {0} nicht bestätigt.",
    fr: "Votre compte d’entreprise n’a pas vérifié l’adresse {0}.",
    es: "La cuenta de su empresa no ha verificado la dirección {0}.",
  },
  "The company log-in does not accept addresses at {}.": {
    de: "Die Firmenanmeldung nimmt keine Adressen bei {0} an.",
    fr: "La connexion d’entreprise n’accepte pas les adresses de {0}.",
    es: "El inicio de sesión de la empresa no acepta direcciones de {0}.",
  },
  "Your company account is in no group that may use this server.": {
    de: "Ihr Firmenkonto gehört zu keiner Gruppe, die diesen Server nutzen darf.",
    fr: "Votre compte d’entreprise n’est dans aucun groupe autorisé à utiliser ce serveur.",
    es: "La cuenta de su empresa no está en ningún grupo que pueda usar este servidor.",
  },
};

const patterns = Object.entries(FAULTS).map(([english, others]) => {
  const parts = english.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { pattern: new RegExp(`^${parts.join("(.+?)")}$`, "u"), others };
});

/** A sentence that is not known here stays English. */
export function faultIn(language: InterfaceLanguage, english: string): string {
  if (language === "en") return english;
  for (const { pattern, others } of patterns) {
    const found = pattern.exec(english);
    if (found !== null)
      return others[language].replace(/\{(\d)\}/g, (_, index) => found[Number(index) + 1] ?? "");
  }
  return english;
}
