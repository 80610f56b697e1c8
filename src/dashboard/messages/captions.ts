/** Captions: of what is spoken here, and of what others speak. */
import { counted, inLanguages } from "../state/language.ts";

export const captions = inLanguages({
  en: {
    home: (product: string) => `${product}, home`,
    toHome: "Home",
    intro: "Your words fill the screen in large type. Members of your organization can read along by a link.",
    title: "Title, for those who read along",
    start: "Start captions",
    startAgain: "Start again",
    stop: "End captions",
    speak: "Speak; your words appear here.",
    nothingYet: "Nothing has been said yet.",
    gone: "These captions have ended, or they are not shared with you. Ask the speaker for a new link.",
    states: {
      opening: "Connecting",
      live: "Live",
      away: "Connection lost",
      ended: "Ended",
      gone: "Not available",
    },
    ended: (time: string) => `Ended at ${time}`,
    endedBy: (name: string) =>
      `${name || "The speaker"} ended the captions. The last ten minutes stay on this page until you close it.`,
    readAs: (name: string, organization: string | null) =>
      organization === null ? `Spoken by ${name}` : `Spoken by ${name} for members of ${organization}`,
    kept: "The last ten minutes can be scrolled. Nothing is kept.",
    keptHere: "The last ten minutes stay on this page until you leave it.",
    readerAway: "The connection is lost. Trying again; the words follow.",
    speakerAway:
      "No connection. Trying again. The recording continues and the words follow; nothing is lost for a minute.",
    reasons: {
      refused:
        "Captions cannot start right now: the server has no room, or does not allow them. Try again in a moment.",
      broken: "The connection to the server ended, and the captions with it.",
      microphoneGone: "The microphone disconnected, and the captions ended.",
    },
    link: "Link for viewers",
    forWhom: "Whose members may read along",
    makeLink: "Make the link",
    whoReads: (organization: string | null) =>
      organization === null
        ? "You belong to no organization: only you can read along, after you log in."
        : `Members of ${organization} read along after they log in. Anybody else is refused.`,
    many: (count: string, most: string) =>
      `${count} of at most ${most} read along. The link ends with the captions.`,
    readers: counted("1 reads along", "# read along"),
    contrast: "High contrast",
    sizes: "Size of the text",
    smaller: "smaller",
    larger: "larger",
    fullScreen: "Full screen",
    lines: "Captions",
    bySentence: "Captions, by sentence",
    wasAway: (time: string) => `${time} without connection; the words follow`,
  },
  de: {
    home: (product) => `${product}, Startseite`,
    toHome: "Startseite",
    intro:
      "Was Sie sagen, füllt den Bildschirm in großer Schrift. Mitglieder Ihrer Organisation können über einen Link mitlesen.",
    title: "Titel für alle, die mitlesen",
    start: "Untertitel starten",
    startAgain: "Neu starten",
    stop: "Untertitel beenden",
    speak: "Sprechen Sie; Ihre Wörter erscheinen hier.",
    nothingYet: "Es wurde noch nichts gesagt.",
    gone: "Diese Untertitel sind beendet oder nicht mit Ihnen geteilt. Bitten Sie um einen neuen Link.",
    states: {
      opening: "Verbindet",
      live: "Live",
      away: "Verbindung verloren",
      ended: "Beendet",
      gone: "Nicht verfügbar",
    },
    ended: (time) => `Beendet um ${time}`,
    endedBy: (name) =>
      `${name || "Die sprechende Person"} hat die Untertitel beendet. Die letzten zehn Minuten bleiben auf dieser Seite, bis Sie sie schließen.`,
    readAs: (name, organization) =>
      organization === null ? `Es spricht ${name}` : `Es spricht ${name}, für Mitglieder von ${organization}`,
    kept: "Die letzten zehn Minuten lassen sich zurückblättern. Nichts wird gespeichert.",
    keptHere: "Die letzten zehn Minuten bleiben auf dieser Seite, bis Sie sie verlassen.",
    readerAway: "Die Verbindung ist verloren. Neuer Versuch läuft; die Wörter folgen.",
    speakerAway:
      "Keine Verbindung. Neuer Versuch läuft. Was Sie sagen, wird hier aufgenommen und folgt; eine Minute lang geht nichts verloren.",
    reasons: {
      refused:
        "Untertitel können gerade nicht starten: Der Server hat keinen Platz oder erlaubt sie nicht. Versuchen Sie es gleich noch einmal.",
      broken: "Die Verbindung zum Server ist beendet, und damit die Untertitel.",
      microphoneGone: "Das Mikrofon wurde getrennt, und die Untertitel endeten.",
    },
    link: "Link zum Mitlesen",
    forWhom: "Wessen Mitglieder mitlesen dürfen",
    makeLink: "Link erstellen",
    whoReads: (organization) =>
      organization === null
        ? "Sie gehören keiner Organisation an: Nur Sie selbst können mitlesen, nach der Anmeldung."
        : `Mitglieder von ${organization} lesen nach der Anmeldung mit. Alle anderen werden abgewiesen.`,
    many: (count, most) => `${count} von höchstens ${most} lesen mit. Der Link endet mit den Untertiteln.`,
    readers: counted("1 liest mit", "# lesen mit"),
    contrast: "Hoher Kontrast",
    sizes: "Größe der Schrift",
    smaller: "kleiner",
    larger: "größer",
    fullScreen: "Vollbild",
    lines: "Untertitel",
    bySentence: "Untertitel, Satz für Satz",
    wasAway: (time) => `${time} ohne Verbindung; die Wörter folgen`,
  },
  fr: {
    home: (product) => `${product}, accueil`,
    toHome: "Accueil",
    intro:
      "Ce que vous dites remplit l’écran en grands caractères. Les membres de votre organisation peuvent suivre par un lien.",
    title: "Titre, pour les personnes qui suivent",
    start: "Démarrer les sous-titres",
    startAgain: "Recommencer",
    stop: "Arrêter les sous-titres",
    speak: "Parlez ; vos mots apparaissent ici.",
    nothingYet: "Rien n’a encore été dit.",
    gone: "Ces sous-titres sont terminés ou ne sont pas partagés avec vous. Demandez un nouveau lien.",
    states: {
      opening: "Connexion",
      live: "En direct",
      away: "Connexion perdue",
      ended: "Terminé",
      gone: "Indisponible",
    },
    ended: (time) => `Terminé à ${time}`,
    endedBy: (name) =>
      `${name || "La personne qui parlait"} a arrêté les sous-titres. Les dix dernières minutes restent sur cette page jusqu’à sa fermeture.`,
    readAs: (name, organization) =>
      organization === null ? `Parole : ${name}` : `Parole : ${name}, pour les membres de ${organization}`,
    kept: "Les dix dernières minutes se font défiler. Rien n’est conservé.",
    keptHere: "Les dix dernières minutes restent sur cette page jusqu’à ce que vous la quittiez.",
    readerAway: "Connexion perdue. Nouvel essai en cours ; les mots suivent.",
    speakerAway:
      "Pas de connexion. Nouvel essai en cours. Ce que vous dites est enregistré ici et suit ; rien ne se perd pendant une minute.",
    reasons: {
      refused:
        "Les sous-titres ne peuvent pas démarrer : le serveur n’a pas de place ou ne les permet pas. Réessayez dans un instant.",
      broken: "La connexion au serveur est terminée, et les sous-titres avec elle.",
      microphoneGone: "Le microphone s’est déconnecté et les sous-titres se sont arrêtés.",
    },
    link: "Lien pour suivre",
    forWhom: "Organisation dont les membres peuvent suivre",
    makeLink: "Créer le lien",
    whoReads: (organization) =>
      organization === null
        ? "Vous n’appartenez à aucune organisation : vous seul pouvez suivre, après connexion."
        : `Les membres de ${organization} suivent après s’être connectés. Toute autre personne est refusée.`,
    many: (count, most) => `${count} sur ${most} au plus suivent. Le lien se termine avec les sous-titres.`,
    readers: counted("1 personne suit", "# personnes suivent"),
    contrast: "Contraste élevé",
    sizes: "Taille du texte",
    smaller: "plus petit",
    larger: "plus grand",
    fullScreen: "Plein écran",
    lines: "Sous-titres",
    bySentence: "Sous-titres, phrase par phrase",
    wasAway: (time) => `${time} sans connexion ; les mots suivent`,
  },
  es: {
    home: (product) => `${product}, inicio`,
    toHome: "Inicio",
    intro:
      "Lo que usted dice llena la pantalla en letra grande. Los miembros de su organización pueden leerlo con un enlace.",
    title: "Título, para quienes leen",
    start: "Iniciar los subtítulos",
    startAgain: "Empezar de nuevo",
    stop: "Terminar los subtítulos",
    speak: "Hable; sus palabras aparecen aquí.",
    nothingYet: "Todavía no se ha dicho nada.",
    gone: "Estos subtítulos han terminado o no se comparten con usted. Pida un enlace nuevo.",
    states: {
      opening: "Conectando",
      live: "En directo",
      away: "Conexión perdida",
      ended: "Terminado",
      gone: "No disponible",
    },
    ended: (time) => `Terminado a las ${time}`,
    endedBy: (name) =>
      `${name || "Quien hablaba"} ha terminado los subtítulos. Los últimos diez minutos quedan en esta página hasta que la cierre.`,
    readAs: (name, organization) =>
      organization === null ? `Habla ${name}` : `Habla ${name}, para miembros de ${organization}`,
    kept: "Los últimos diez minutos se pueden repasar. No se guarda nada.",
    keptHere: "Los últimos diez minutos quedan en esta página hasta que salga de ella.",
    readerAway: "Conexión perdida. Se intenta de nuevo; las palabras llegan después.",
    speakerAway:
      "Sin conexión. Se intenta de nuevo. Lo que dice se graba aquí y llega después; durante un minuto no se pierde nada.",
    reasons: {
      refused:
        "Los subtítulos no pueden empezar ahora: el servidor no tiene sitio o no los permite. Inténtelo dentro de un momento.",
      broken: "La conexión con el servidor ha terminado, y con ella los subtítulos.",
      microphoneGone: "El micrófono se ha desconectado y los subtítulos han terminado.",
    },
    link: "Enlace para leer",
    forWhom: "Organización cuyos miembros pueden leer",
    makeLink: "Crear el enlace",
    whoReads: (organization) =>
      organization === null
        ? "No pertenece a ninguna organización: solo usted puede leer, tras iniciar sesión."
        : `Los miembros de ${organization} leen tras iniciar sesión. A los demás se les rechaza.`,
    many: (count, most) =>
      `${count} de ${most} como máximo están leyendo. El enlace termina con los subtítulos.`,
    readers: counted("1 persona lee", "# personas leen"),
    contrast: "Alto contraste",
    sizes: "Tamaño del texto",
    smaller: "más pequeño",
    larger: "más grande",
    fullScreen: "Pantalla completa",
    lines: "Subtítulos",
    bySentence: "Subtítulos, frase por frase",
    wasAway: (time) => `${time} sin conexión; las palabras llegan después`,
  },
});
