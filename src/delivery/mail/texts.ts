/** Mail in tiro's own words: the first line of each is its subject. `{{value}}` stands for a value (kinds.ts). */
import type { InterfaceLanguage } from "../../lib/interface-languages.ts";
import type { MailKind } from "./kinds.ts";

type Texts = Readonly<Record<MailKind, readonly [subject: string, ...paragraphs: string[]]>>;

const en: Texts = {
  setup_link: [
    "Set up your account",
    "Hello {{name}},",
    "An account for you is ready at {{site}}. Choose your password here:",
    "{{link}}",
    "The link works once, until {{until}}.",
  ],
  lost_password: [
    "Choose a new password",
    "Hello {{name}},",
    "Somebody asked for a new password for your account at {{site}}. If it was you, choose one here:",
    "{{link}}",
    "The link works once, until {{until}}. If it was not you, do nothing: your password stays as it is.",
  ],
  invitation: [
    "Invitation to {{organization}}",
    "You are invited to join {{organization}} at {{site}} as {{role}}:",
    "{{link}}",
    "The link works once, until {{until}}.",
  ],
  new_device: [
    "New log-in to your account",
    "Hello {{name}},",
    "Somebody logged in to your account at {{site}} with a browser that it had not seen before: {{device}}, from the address {{address}}, on {{when}}.",
    "If that was not you, change your password, log out in all other browsers, and tell your administrator.",
  ],
  credential_changed: [
    "Your ways to log in have changed",
    "Hello {{name}},",
    "{{change}} at {{site}}, from the address {{address}}, on {{when}}.",
    "If that was not you and your administrator does not know of it, change your password, log out in all other browsers, and tell them.",
  ],
  backup_failed: [
    "A backup failed",
    "The scheduled backup of {{site}} failed on {{when}}: {{reason}}.",
    "tiro tries again by itself. `tiro doctor` says what to do.",
  ],
  backup_overdue: [
    "The backup is overdue",
    "No backup of {{site}} has succeeded since it was due. This message is from {{when}}.",
    "`tiro doctor` says what to do.",
  ],
  certificate_expiring: [
    "The certificate ends in {{days}} days",
    "The certificate of {{site}} ends in {{days}} days. After that, browsers and programs refuse to connect.",
    "Put a new one in its place; the running server takes it up by itself.",
  ],
  test: ["Test message", "This is a test message of {{site}}, sent on {{when}}."],
};

const de: Texts = {
  setup_link: [
    "Ihr Konto einrichten",
    "Guten Tag {{name}},",
    "auf {{site}} ist ein Konto für Sie angelegt. Wählen Sie hier Ihr Passwort:",
    "{{link}}",
    "Der Link gilt einmal, bis {{until}}.",
  ],
  lost_password: [
    "Neues Passwort wählen",
    "Guten Tag {{name}},",
    "für Ihr Konto auf {{site}} wurde ein neues Passwort verlangt. Waren Sie das, dann wählen Sie es hier:",
    "{{link}}",
    "Der Link gilt einmal, bis {{until}}. Waren Sie es nicht, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.",
  ],
  invitation: [
    "Einladung zu {{organization}}",
    "Sie sind eingeladen, auf {{site}} der Organisation {{organization}} beizutreten, Rolle: {{role}}.",
    "{{link}}",
    "Der Link gilt einmal, bis {{until}}.",
  ],
  new_device: [
    "Neue Anmeldung an Ihrem Konto",
    "Guten Tag {{name}},",
    "an Ihrem Konto auf {{site}} hat sich jemand mit einem bisher unbekannten Browser angemeldet: {{device}}, von der Adresse {{address}}, am {{when}}.",
    "Waren Sie das nicht, dann ändern Sie Ihr Passwort, melden Sie sich in allen anderen Browsern ab und sagen Sie es Ihrer Administration.",
  ],
  credential_changed: [
    "Ihre Anmeldung hat sich geändert",
    "Guten Tag {{name}},",
    "{{change}}, auf {{site}}, von der Adresse {{address}}, am {{when}}.",
    "Waren Sie das nicht und weiß auch Ihre Administration nichts davon, dann ändern Sie Ihr Passwort, melden Sie sich in allen anderen Browsern ab und sagen Sie es ihr.",
  ],
  backup_failed: [
    "Eine Sicherung ist fehlgeschlagen",
    "Die geplante Sicherung von {{site}} ist am {{when}} fehlgeschlagen: {{reason}}.",
    "tiro versucht es von selbst wieder. `tiro doctor` sagt, was zu tun ist.",
  ],
  backup_overdue: [
    "Die Sicherung ist überfällig",
    "Seit dem vorgesehenen Zeitpunkt ist keine Sicherung von {{site}} gelungen. Diese Nachricht ist vom {{when}}.",
    "`tiro doctor` sagt, was zu tun ist.",
  ],
  certificate_expiring: [
    "Das Zertifikat läuft in {{days}} Tagen ab",
    "Das Zertifikat von {{site}} läuft in {{days}} Tagen ab. Danach verweigern Browser und Programme die Verbindung.",
    "Legen Sie ein neues an seine Stelle; der laufende Server übernimmt es von selbst.",
  ],
  test: ["Testnachricht", "Dies ist eine Testnachricht von {{site}} vom {{when}}."],
};

const fr: Texts = {
  setup_link: [
    "Créer votre accès",
    "Bonjour {{name}},",
    "Un compte est prêt pour vous sur {{site}}. Choisissez votre mot de passe ici :",
    "{{link}}",
    "Le lien ne fonctionne qu’une fois, jusqu’au {{until}}.",
  ],
  lost_password: [
    "Choisir un nouveau mot de passe",
    "Bonjour {{name}},",
    "Un nouveau mot de passe a été demandé pour votre compte sur {{site}}. Si c’était vous, choisissez-le ici :",
    "{{link}}",
    "Le lien ne fonctionne qu’une fois, jusqu’au {{until}}. Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.",
  ],
  invitation: [
    "Invitation à rejoindre {{organization}}",
    "Vous êtes invité à rejoindre {{organization}} sur {{site}}, rôle : {{role}}.",
    "{{link}}",
    "Le lien ne fonctionne qu’une fois, jusqu’au {{until}}.",
  ],
  new_device: [
    "Nouvelle connexion à votre compte",
    "Bonjour {{name}},",
    "Quelqu’un s’est connecté à votre compte sur {{site}} avec un navigateur inconnu jusqu’ici : {{device}}, depuis l’adresse {{address}}, le {{when}}.",
    "Si ce n’était pas vous, changez votre mot de passe, déconnectez-vous de tous les autres navigateurs et prévenez votre administration.",
  ],
  credential_changed: [
    "Vos moyens de connexion ont changé",
    "Bonjour {{name}},",
    "{{change}}, sur {{site}}, depuis l’adresse {{address}}, le {{when}}.",
    "Si ce n’était pas vous et que votre administration n’est pas au courant, changez votre mot de passe, déconnectez-vous de tous les autres navigateurs et prévenez-la.",
  ],
  backup_failed: [
    "Une sauvegarde a échoué",
    "La sauvegarde planifiée de {{site}} a échoué le {{when}} : {{reason}}.",
    "tiro réessaie de lui-même. `tiro doctor` indique quoi faire.",
  ],
  backup_overdue: [
    "La sauvegarde est en retard",
    "Aucune sauvegarde de {{site}} n’a réussi depuis l’heure prévue. Ce message date du {{when}}.",
    "`tiro doctor` indique quoi faire.",
  ],
  certificate_expiring: [
    "Le certificat expire dans {{days}} jours",
    "Le certificat de {{site}} expire dans {{days}} jours. Ensuite, les navigateurs et les programmes refuseront de se connecter.",
    "Remplacez-le ; le serveur en marche prend le nouveau de lui-même.",
  ],
  test: ["Message d’essai", "Ceci est un message d’essai de {{site}}, envoyé le {{when}}."],
};

const es: Texts = {
  setup_link: [
    "Configure su cuenta",
    "Hola, {{name}}:",
    "Hay una cuenta lista para usted en {{site}}. Elija aquí su contraseña:",
    "{{link}}",
    "El enlace funciona una sola vez, hasta el {{until}}.",
  ],
  lost_password: [
    "Elija una contraseña nueva",
    "Hola, {{name}}:",
    "Se pidió una contraseña nueva para su cuenta en {{site}}. Si fue usted, elíjala aquí:",
    "{{link}}",
    "El enlace funciona una sola vez, hasta el {{until}}. Si no fue usted, no haga nada: su contraseña sigue igual.",
  ],
  invitation: [
    "Invitación a {{organization}}",
    "Se le invita a unirse a {{organization}} en {{site}}, función: {{role}}.",
    "{{link}}",
    "El enlace funciona una sola vez, hasta el {{until}}.",
  ],
  new_device: [
    "Nuevo inicio de sesión en su cuenta",
    "Hola, {{name}}:",
    "Alguien inició sesión en su cuenta en {{site}} con un navegador desconocido hasta ahora: {{device}}, desde la dirección {{address}}, el {{when}}.",
    "Si no fue usted, cambie su contraseña, cierre la sesión en los demás navegadores y avise a su administración.",
  ],
  credential_changed: [
    "Su forma de iniciar sesión ha cambiado",
    "Hola, {{name}}:",
    "{{change}}, en {{site}}, desde la dirección {{address}}, el {{when}}.",
    "Si no fue usted y su administración no sabe nada, cambie su contraseña, cierre la sesión en los demás navegadores y avísele.",
  ],
  backup_failed: [
    "Falló una copia de seguridad",
    "La copia de seguridad programada de {{site}} falló el {{when}}: {{reason}}.",
    "tiro lo intenta de nuevo por sí mismo. `tiro doctor` dice qué hacer.",
  ],
  backup_overdue: [
    "La copia de seguridad está atrasada",
    "Ninguna copia de seguridad de {{site}} ha tenido éxito desde la hora prevista. Este mensaje es del {{when}}.",
    "`tiro doctor` dice qué hacer.",
  ],
  certificate_expiring: [
    "El certificado caduca en {{days}} días",
    "El certificado de {{site}} caduca en {{days}} días. Después, los navegadores y programas se negarán a conectarse.",
    "Ponga otro en su lugar; el servidor en marcha lo toma por sí mismo.",
  ],
  test: ["Mensaje de prueba", "Este es un mensaje de prueba de {{site}}, enviado el {{when}}."],
};

export const MAIL_TEXTS: Readonly<Record<InterfaceLanguage, Texts>> = { en, de, fr, es };
