/** The pages behind one-time links. */
import { html, type Markup } from "../../lib/html.ts";
import type { Catalogues } from "../../web/language.ts";

const strong = (text: string) => html`<strong>${text}</strong>`;

const en = {
  newLink: "If you need a new link, ask the administrator of this server.",
  foreignForm: "The form was not sent from this page. Open the link again and fill in the form there.",
  setUpTitle: "Set up your account",
  setUp: "Set up",
  onceOnly: "This link works once.",
  administrator: "You will be the administrator of this server.",
  isSetUp: "Your account is set up",
  keepPassword: (email: string): Markup =>
    html`Your account is ${strong(email)}. Keep the password safe: nobody can look it up here.`,
  loggedIn: "You are logged in.",
  joinTitle: "Join an organization",
  join: (organization: string) => `Join ${organization}`,
  joinAsk: (organization: string) => `Join ${organization}?`,
  invited: (role: string, email: string): Markup =>
    html`You were invited as ${role} with the address ${strong(email)}.`,
  choose: "Choose a name and a password for your account.",
  joined: "You have joined",
  joinedIt: (organization: string) => `You have joined ${organization}`,
  yourAccountIs: (email: string): Markup => html`Your account is ${strong(email)}.`,
  otherAccount: "Log in with another account",
  means: (organization: string, wholeHistory: boolean) =>
    `If you join, the keys of ${organization} can dictate as you, read and change your dictionary and settings, and see ${
      wholeHistory ? "your whole history" : "what was dictated with these keys"
    }. Its policies, such as how long history is kept, then apply to everything that you dictate.`,
  reported: "Its owners also see how much you use with keys of your own, though not what you dictate.",
  reviewed:
    "Its owners may read what these keys see of your dictations, from when you join; each time, you are shown who did.",
  notNow: "Not now",
};

export const oneTimeMessages: Catalogues<typeof en> = {
  en,
  de: {
    newLink: "Einen neuen Link bekommen Sie vom Administrator dieses Servers.",
    foreignForm:
      "Das Formular wurde nicht von dieser Seite gesendet. Öffnen Sie den Link noch einmal und füllen Sie es dort aus.",
    setUpTitle: "Ihr Konto einrichten",
    setUp: "Einrichten",
    onceOnly: "Dieser Link gilt einmal.",
    administrator: "Sie werden der Administrator dieses Servers.",
    isSetUp: "Ihr Konto ist eingerichtet",
    keepPassword: (email) =>
      html`Ihr Konto ist ${strong(email)}. Verwahren Sie das Passwort gut: Niemand kann es hier nachsehen.`,
    loggedIn: "Sie sind angemeldet.",
    joinTitle: "Einer Organisation beitreten",
    join: (organization) => `${organization} beitreten`,
    joinAsk: (organization) => `${organization} beitreten?`,
    invited: (role, email) => html`Sie wurden unter der Adresse ${strong(email)} eingeladen, Rolle: ${role}.`,
    choose: "Wählen Sie einen Namen und ein Passwort für Ihr Konto.",
    joined: "Sie sind beigetreten",
    joinedIt: (organization) => `Sie sind ${organization} beigetreten`,
    yourAccountIs: (email) => html`Ihr Konto ist ${strong(email)}.`,
    otherAccount: "Mit einem anderen Konto anmelden",
    means: (organization, wholeHistory) =>
      `Wenn Sie beitreten, können die Schlüssel von ${organization} als Sie diktieren, Ihr Wörterbuch und Ihre Einstellungen lesen und ändern und ${
        wholeHistory ? "Ihren ganzen Verlauf" : "das mit diesen Schlüsseln Diktierte"
      } sehen. Ihre Regeln, etwa wie lange der Verlauf aufbewahrt wird, gelten dann für alles, was Sie diktieren.`,
    reported:
      "Die Inhaber sehen auch, wie viel Sie mit eigenen Schlüsseln nutzen, nicht aber, was Sie diktieren.",
    reviewed:
      "Die Inhaber dürfen ab Ihrem Beitritt lesen, was diese Schlüssel von Ihren Diktaten sehen; jedes Mal wird Ihnen gezeigt, wer es war.",
    notNow: "Jetzt nicht",
  },
  fr: {
    newLink: "Pour un nouveau lien, adressez-vous à l’administrateur de ce serveur.",
    foreignForm:
      "Le formulaire n’a pas été envoyé depuis cette page. Ouvrez à nouveau le lien et remplissez-y le formulaire.",
    setUpTitle: "Créer votre accès",
    setUp: "Créer",
    onceOnly: "Ce lien ne fonctionne qu’une fois.",
    administrator: "Vous serez l’administrateur de ce serveur.",
    isSetUp: "Votre compte est prêt",
    keepPassword: (email) =>
      html`Votre compte est ${strong(email)}. Gardez bien le mot de passe : personne ne peut le retrouver ici.`,
    loggedIn: "Vous êtes connecté.",
    joinTitle: "Rejoindre une organisation",
    join: (organization) => `Rejoindre ${organization}`,
    joinAsk: (organization) => `Rejoindre ${organization} ?`,
    invited: (role, email) => html`Vous avez été invité à l’adresse ${strong(email)}, rôle : ${role}.`,
    choose: "Choisissez un nom et un mot de passe pour votre compte.",
    joined: "C’est fait, vous êtes membre",
    joinedIt: (organization) => `Vous avez rejoint ${organization}`,
    yourAccountIs: (email) => html`Votre compte est ${strong(email)}.`,
    otherAccount: "Se connecter avec un autre compte",
    means: (organization, wholeHistory) =>
      `Si vous acceptez, les clés de ${organization} peuvent dicter en votre nom, lire et modifier votre dictionnaire et vos réglages, et voir ${
        wholeHistory ? "tout votre historique" : "ce qui a été dicté avec ces clés"
      }. Ses règles, comme la durée de conservation de l’historique, s’appliquent alors à tout ce que vous dictez.`,
    reported:
      "Ses propriétaires voient aussi combien vous consommez avec vos propres clés, mais pas ce que vous dictez.",
    reviewed:
      "Dès votre arrivée, les propriétaires peuvent lire ce que ces clés voient de vos dictées ; chaque fois, vous voyez qui l’a fait.",
    notNow: "Pas maintenant",
  },
  es: {
    newLink: "Si necesita un enlace nuevo, pídalo al administrador de este servidor.",
    foreignForm:
      "El formulario no se envió desde esta página. Abra de nuevo el enlace y rellene allí el formulario.",
    setUpTitle: "Configure su cuenta",
    setUp: "Configurar",
    onceOnly: "Este enlace funciona una sola vez.",
    administrator: "Usted será el administrador de este servidor.",
    isSetUp: "Su cuenta está lista",
    keepPassword: (email) =>
      html`Su cuenta es ${strong(email)}. Guarde bien la contraseña: aquí nadie puede consultarla.`,
    loggedIn: "Ha iniciado sesión.",
    joinTitle: "Unirse a una organización",
    join: (organization) => `Unirse a ${organization}`,
    joinAsk: (organization) => `¿Unirse a ${organization}?`,
    invited: (role, email) => html`Se le invitó con la dirección ${strong(email)}, rol: ${role}.`,
    choose: "Elija un nombre y una contraseña para su cuenta.",
    joined: "Ya es miembro",
    joinedIt: (organization) => `Se ha unido a ${organization}`,
    yourAccountIs: (email) => html`Su cuenta es ${strong(email)}.`,
    otherAccount: "Iniciar sesión con otra cuenta",
    means: (organization, wholeHistory) =>
      `Si se une, las claves de ${organization} pueden dictar en su nombre, leer y cambiar su diccionario y sus ajustes, y ver ${
        wholeHistory ? "todo su historial" : "lo dictado con esas claves"
      }. Sus reglas, como el tiempo que se guarda el historial, se aplican entonces a todo lo que dicte.`,
    reported: "Sus propietarios ven también cuánto usa con claves propias, aunque no lo que dicta.",
    reviewed:
      "Desde que se una, los propietarios pueden leer lo que estas claves ven de sus dictados; cada vez se le muestra quién lo hizo.",
    notNow: "Ahora no",
  },
};
