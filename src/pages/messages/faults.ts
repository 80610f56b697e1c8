/** Sentences about faults in the reader's language, by their key; the English ones are in `lib/person-faults.ts`. */
import type { PersonFault, PersonFaultKey } from "../../lib/person-faults.ts";
import type { Catalogues, InterfaceLanguage } from "../../web/language.ts";

export const wentWrong: Catalogues<string> = {
  en: "Something went wrong",
  de: "Etwas ist schiefgegangen",
  fr: "Quelque chose n’a pas marché",
  es: "Algo ha fallado",
};

type Others = Omit<Catalogues<string>, "en">;

export const FAULTS: Readonly<Record<PersonFaultKey, Others>> = {
  fields_wrong: {
    de: "Einige Felder sind nicht richtig ausgefüllt.",
    fr: "Certains champs ne sont pas remplis correctement.",
    es: "Algunos campos no están bien rellenados.",
  },
  email_malformed: {
    de: "Das ist keine E-Mail-Adresse wie ada@example.com.",
    fr: "Ce n’est pas une adresse e-mail comme ada@example.com.",
    es: "No es un correo electrónico como ada@example.com.",
  },
  link_for_one: {
    de: "Dieser Link gilt nur für {0}.",
    fr: "Ce lien est réservé à {0}.",
    es: "Este enlace es solo para {0}.",
  },
  name_length: {
    de: "Hier müssen 1 bis {1} druckbare Zeichen stehen.",
    fr: "Il faut ici de 1 à {1} caractères imprimables.",
    es: "Aquí debe haber de 1 a {1} caracteres imprimibles.",
  },
  address_taken: {
    de: "Es gibt schon ein Konto mit der Adresse {0}.",
    fr: "Il existe déjà un compte avec l’adresse {0}.",
    es: "Ya existe una cuenta con la dirección {0}.",
  },
  password_length: {
    de: "Das Passwort muss {0} bis {1} Zeichen haben.",
    fr: "Le mot de passe doit avoir de {0} à {1} caractères.",
    es: "La contraseña debe tener de {0} a {1} caracteres.",
  },
  password_guessable: {
    de: "Das Passwort ist zu leicht zu erraten.",
    fr: "Le mot de passe est trop facile à deviner.",
    es: "La contraseña es demasiado fácil de adivinar.",
  },
  password_common: {
    de: "Das Passwort ist eines der häufigsten.",
    fr: "Le mot de passe est l’un des plus courants.",
    es: "La contraseña es una de las más comunes.",
  },
  passwords_differ: {
    de: "Die beiden Passwörter sind nicht gleich.",
    fr: "Les deux mots de passe ne sont pas identiques.",
    es: "Las dos contraseñas no son iguales.",
  },
  password_not_current: {
    de: "Das ist nicht Ihr bisheriges Passwort.",
    fr: "Ce n’est pas votre mot de passe actuel.",
    es: "No es su contraseña actual.",
  },
  code_wrong: {
    de: "Der Code ist falsch. Prüfen Sie, ob die Uhr Ihres Geräts richtig geht.",
    fr: "Le code est faux. Vérifiez que l’horloge de votre appareil est juste.",
    es: "El código es incorrecto. Compruebe que el reloj de su dispositivo está en hora.",
  },
  requests_a_minute: {
    de: "Dieses Konto darf {0} Anfragen in der Minute stellen; warten Sie einen Augenblick.",
    fr: "Ce compte est limité à {0} requêtes par minute ; attendez un instant.",
    es: "Esta cuenta está limitada a {0} solicitudes por minuto; espere un momento.",
  },
  changes_a_day: {
    de: "Sie haben heute zu viel geändert; machen Sie morgen weiter.",
    fr: "Vous avez fait trop de modifications aujourd’hui ; continuez demain.",
    es: "Hoy ha hecho demasiados cambios; continúe mañana.",
  },
  attempts_too_many: {
    de: "Zu viele Fehlversuche; warten Sie eine Weile.",
    fr: "Trop d’essais manqués ; attendez un moment.",
    es: "Demasiados intentos fallidos; espere un rato.",
  },
  attempts_pause: {
    de: "Zu viele Fehlversuche; versuchen Sie es gleich noch einmal.",
    fr: "Trop d’essais manqués ; réessayez dans un instant.",
    es: "Demasiados intentos fallidos; inténtelo de nuevo en un momento.",
  },
  passwords_checked: {
    de: "Es werden gerade zu viele Passwörter geprüft; versuchen Sie es gleich noch einmal.",
    fr: "Trop de mots de passe sont en cours de vérification ; réessayez dans un instant.",
    es: "Se están comprobando demasiadas contraseñas; inténtelo de nuevo en un momento.",
  },
  page_of_another: {
    de: "Diese Seite gehört jemandem, der hier vorher angemeldet war. Es wurde nichts getan. Öffnen Sie die Seite neu, um als Sie selbst weiterzumachen.",
    fr: "Cette page est celle d’une autre personne, connectée ici auparavant. Rien n’a été fait. Rouvrez la page pour continuer en votre nom.",
    es: "Esta página es de otra persona, que había iniciado sesión aquí antes. No se ha hecho nada. Vuelva a abrir la página para continuar como usted.",
  },
  host_unexpected: {
    de: "Unter diesem Namen erwartet der Server niemanden. Wer ihn betreibt, kann server.public_url setzen oder den Namen in mcp.allowed_hosts eintragen.",
    fr: "Le serveur n’attend personne sous ce nom. Son exploitant peut définir server.public_url, ou ajouter le nom à mcp.allowed_hosts.",
    es: "El servidor no espera a nadie con este nombre. Quien lo administra puede definir server.public_url o añadir el nombre a mcp.allowed_hosts.",
  },
  account_disabled: {
    de: "Das Konto ist gesperrt.",
    fr: "Le compte est désactivé.",
    es: "La cuenta está desactivada.",
  },
  account_disabled_ask: {
    de: "Das Konto ist gesperrt. Wenden Sie sich an den Administrator dieses Servers.",
    fr: "Le compte est désactivé. Adressez-vous à l’administrateur de ce serveur.",
    es: "La cuenta está desactivada. Consulte al administrador de este servidor.",
  },
  access_ended: {
    de: "Der Zugang endete, weil Sie sich {0} Tage lang nicht angemeldet haben. Er gilt wieder, sobald Sie sich mit {1} anmelden.",
    fr: "L’accès a pris fin, car vous ne vous êtes pas connecté pendant {0} jours. Il reprend dès que vous vous connectez avec {1}.",
    es: "El acceso terminó porque no inició sesión durante {0} días. Lo recupera en cuanto inicie sesión con {1}.",
  },
  log_in_otherwise: {
    de: "Melden Sie sich mit {0} an: Dieser Server nimmt keine andere Anmeldung an.",
    fr: "Connectez-vous avec {0} : ce serveur n’accepte pas d’autre connexion.",
    es: "Inicie sesión con {0}: este servidor no acepta otro modo.",
  },
  link_gone: {
    de: "Dieser Link gilt nicht mehr: Er wurde verwendet, durch einen neueren ersetzt oder ist abgelaufen.",
    fr: "Ce lien ne fonctionne plus : il a été utilisé, remplacé par un plus récent, ou a expiré.",
    es: "Este enlace ya no funciona: se usó, se sustituyó por uno más nuevo o caducó.",
  },
  invitation_gone: {
    de: "Diese Einladung gilt nicht mehr: Sie wurde angenommen, zurückgezogen, durch eine neuere ersetzt oder ist abgelaufen.",
    fr: "Cette invitation ne fonctionne plus : elle a été acceptée, retirée, remplacée par une plus récente, ou a expiré.",
    es: "Esta invitación ya no funciona: se aceptó, se retiró, se sustituyó por una más nueva o caducó.",
  },
  invitation_for_another: {
    de: "Diese Einladung ist für {0}, und Sie sind als {1} angemeldet.",
    fr: "Cette invitation est pour {0}, et vous êtes connecté en tant que {1}.",
    es: "Esta invitación es para {0}, y usted ha iniciado sesión como {1}.",
  },
  invitation_log_in: {
    de: "{0} hat ein Konto. Öffnen Sie die Einladung noch einmal und melden Sie sich an.",
    fr: "{0} a un compte. Ouvrez à nouveau l’invitation et connectez-vous.",
    es: "{0} tiene una cuenta. Abra de nuevo la invitación e inicie sesión.",
  },
  member_already: {
    de: "{0} ist schon Mitglied.",
    fr: "{0} est déjà membre.",
    es: "{0} ya es miembro.",
  },
  person_member_already: {
    de: "Sie sind schon Mitglied.",
    fr: "Vous êtes déjà membre.",
    es: "Ya es miembro.",
  },
  passkeys_full: {
    de: "Sie können höchstens {0} Passkeys haben; entfernen Sie erst einen.",
    fr: "Vous pouvez avoir au plus {0} clés d’accès ; supprimez-en d’abord une.",
    es: "Puede tener como máximo {0} llaves de acceso; elimine antes una.",
  },
  passkey_unknown: {
    de: "Der Passkey gilt hier nicht oder ist nicht mehr bekannt. Versuchen Sie es erneut.",
    fr: "La clé d’accès n’est pas valable ici ou n’est plus connue. Réessayez.",
    es: "La llave de acceso no sirve aquí o ya no se conoce. Inténtelo de nuevo.",
  },
  took_too_long: {
    de: "Das hat zu lange gedauert. Laden Sie die Seite neu und beginnen Sie von vorn.",
    fr: "Cela a pris trop de temps. Rechargez la page et recommencez.",
    es: "Tardó demasiado. Recargue la página y empiece de nuevo.",
  },
  foreign_page: {
    de: "Die Anfrage kam nicht von einer Seite dieses Servers.",
    fr: "La demande n’est pas venue d’une page de ce serveur.",
    es: "La solicitud no vino de una página de este servidor.",
  },
  foreign_form: {
    de: "Das Formular wurde nicht von einer Seite Ihrer Sitzung gesendet. Gehen Sie zurück, laden Sie die Seite neu und senden Sie es noch einmal.",
    fr: "Le formulaire n’a pas été envoyé depuis une page de votre session. Revenez en arrière, rechargez la page et renvoyez-le.",
    es: "El formulario no se envió desde una página de su sesión. Vuelva atrás, recargue la página y envíelo de nuevo.",
  },
  session_changed: {
    de: "Sie haben sich inzwischen ab- oder angemeldet. Beginnen Sie noch einmal auf Ihrer Kontoseite.",
    fr: "Vous vous êtes déconnecté ou connecté entre-temps. Recommencez depuis la page de votre compte.",
    es: "Entretanto cerró o inició sesión. Empiece de nuevo desde la página de su cuenta.",
  },
  no_company_log_in: {
    de: "Dieser Server hat keine Firmenanmeldung.",
    fr: "Ce serveur n’a pas de connexion d’entreprise.",
    es: "Este servidor no tiene inicio de sesión de empresa.",
  },
  company_required: {
    de: "Dieser Server verlangt, dass Sie sich mit Ihrem Firmenkonto anmelden.",
    fr: "Ce serveur exige que vous vous connectiez avec votre compte d’entreprise.",
    es: "Este servidor exige que inicie sesión con la cuenta de su empresa.",
  },
  no_other_way_in: {
    de: "Sie haben weder Passwort noch Passkey: Ohne Ihr Firmenkonto könnten Sie sich nicht anmelden.",
    fr: "Vous n’avez ni mot de passe ni clé d’accès : sans votre compte d’entreprise, vous ne pourriez pas vous connecter.",
    es: "No tiene contraseña ni llave de acceso: sin la cuenta de su empresa no podría iniciar sesión.",
  },
  company_address_differs: {
    de: "Das Firmenkonto hat die Adresse {0}, Ihr Konto hier aber {1}.",
    fr: "Le compte d’entreprise a l’adresse {0}, mais votre compte ici a {1}.",
    es: "La cuenta de la empresa tiene la dirección {0}, pero su cuenta aquí tiene {1}.",
  },
  company_account_taken: {
    de: "Das Firmenkonto ist hier mit einem anderen Konto verbunden.",
    fr: "Le compte d’entreprise est associé ici à un autre compte.",
    es: "La cuenta de la empresa está conectada aquí a otra cuenta.",
  },
  company_account_exists: {
    de: "Es gibt schon ein Konto für {0}. Melden Sie sich wie gewohnt an und verbinden Sie das Firmenkonto dort.",
    fr: "Il existe déjà un compte pour {0}. Connectez-vous comme d’habitude et associez-y le compte d’entreprise.",
    es: "Ya existe una cuenta para {0}. Inicie sesión como siempre y conecte allí la cuenta de la empresa.",
  },
  no_account: {
    de: "Es gibt kein Konto für {0}. Bitten Sie den Administrator dieses Servers um eines.",
    fr: "Il n’y a pas de compte pour {0}. Demandez-en un à l’administrateur de ce serveur.",
    es: "No hay ninguna cuenta para {0}. Pida una al administrador de este servidor.",
  },
  company_address_missing: {
    de: "Ihr Firmenkonto nennt keine E-Mail-Adresse.",
    fr: "Votre compte d’entreprise ne donne pas d’adresse e-mail.",
    es: "La cuenta de su empresa no facilita ningún correo electrónico.",
  },
  company_address_unverified: {
    de: "Ihr Firmenkonto hat die Adresse {0} nicht bestätigt.",
    fr: "Votre compte d’entreprise n’a pas vérifié l’adresse {0}.",
    es: "La cuenta de su empresa no ha verificado la dirección {0}.",
  },
  company_domain_foreign: {
    de: "Die Firmenanmeldung nimmt keine Adressen bei {0} an.",
    fr: "La connexion d’entreprise n’accepte pas les adresses de {0}.",
    es: "El inicio de sesión de la empresa no acepta direcciones de {0}.",
  },
  company_group_wrong: {
    de: "Ihr Firmenkonto gehört zu keiner Gruppe, die diesen Server nutzen darf.",
    fr: "Votre compte d’entreprise n’est dans aucun groupe autorisé à utiliser ce serveur.",
    es: "La cuenta de su empresa no está en ningún grupo que pueda usar este servidor.",
  },
};

/** Faults that no page is expected to show stay English. */
export function faultIn(
  language: InterfaceLanguage,
  { message, fault }: { message: string; fault?: PersonFault | undefined },
): string {
  return language === "en" || fault === undefined ? message : fault.filledInto(FAULTS[fault.key][language]);
}
