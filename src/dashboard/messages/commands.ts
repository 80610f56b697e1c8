/** Search, commands, shortcuts, and recordings that are dropped or pasted anywhere. */
import { inLanguages } from "../state/language.ts";

interface Words {
  title: string;
  open: string;
  placeholder: string;
  groups: Record<"pages" | "acts" | "templates" | "dictations" | "recordings", string>;
  searching: string;
  nothing: (query: string) => string;
  found: (count: number) => string;
  keysHint: string;
  shortcuts: string;
  shortcutGroups: Record<"everywhere" | "dictate", string>;
  keys: Record<"palette" | "help" | "close" | "hold" | "discard", string>;
  control: string;
  escapeKey: string;
  space: string;
  singleKeys: string;
  singleKeysHint: string;
  drop: string;
  sending: (count: number) => string;
  show: string;
  noRecording: string;
}

export const commands = inLanguages<Words>({
  en: {
    title: "Search and commands",
    open: "Search",
    placeholder: "Dictations, recordings, templates, pages, commands",
    groups: {
      pages: "Pages",
      acts: "Commands",
      templates: "Insert template",
      dictations: "Dictations",
      recordings: "Recordings",
    },
    searching: "Searching your dictations",
    nothing: (query) => `Nothing found for “${query}”.`,
    found: (count) => (count === 1 ? "1 entry" : `${count} entries`),
    keysHint: "Recordings are found by day and state, and by name while the tab that sent them is open.",
    shortcuts: "Keyboard shortcuts",
    shortcutGroups: { everywhere: "Everywhere", dictate: "Dictate" },
    keys: {
      palette: "Search and commands",
      help: "This list",
      close: "Close what is open",
      hold: "Hold to speak; or tap to start and to finish",
      discard: "Discard what is being said",
    },
    control: "Ctrl",
    escapeKey: "Esc",
    space: "Space, or the key that you chose there",
    singleKeys: "Open this list with ?",
    singleKeysHint: "Turn it off if you control the computer by voice.",
    drop: "Drop to transcribe",
    sending: (count) => (count === 1 ? "1 recording is being sent." : `${count} recordings are being sent.`),
    show: "Show",
    noRecording: "There is no recording among these files. tiro takes sound and video.",
  },
  de: {
    title: "Suche und Befehle",
    open: "Suchen",
    placeholder: "Diktate, Aufnahmen, Vorlagen, Seiten, Befehle",
    groups: {
      pages: "Seiten",
      acts: "Befehle",
      templates: "Vorlage einfügen",
      dictations: "Diktate",
      recordings: "Aufnahmen",
    },
    searching: "Ihre Diktate werden durchsucht",
    nothing: (query) => `Nichts gefunden für „${query}“.`,
    found: (count) => (count === 1 ? "1 Eintrag" : `${count} Einträge`),
    keysHint:
      "Aufnahmen werden nach Tag und Stand gefunden, und nach Namen, solange der Tab offen ist, der sie gesendet hat.",
    shortcuts: "Tastenkürzel",
    shortcutGroups: { everywhere: "Überall", dictate: "Diktieren" },
    keys: {
      palette: "Suche und Befehle",
      help: "Diese Liste",
      close: "Schließen, was offen ist",
      hold: "Halten und sprechen; oder tippen zum Starten und zum Beenden",
      discard: "Verwerfen, was gerade gesagt wird",
    },
    control: "Strg",
    escapeKey: "Esc",
    space: "Leertaste, oder die dort gewählte Taste",
    singleKeys: "Diese Liste mit ? öffnen",
    singleKeysHint: "Schalten Sie es aus, wenn Sie den Computer mit der Stimme steuern.",
    drop: "Zum Transkribieren ablegen",
    sending: (count) => (count === 1 ? "1 Aufnahme wird gesendet." : `${count} Aufnahmen werden gesendet.`),
    show: "Anzeigen",
    noRecording: "Unter diesen Dateien ist keine Aufnahme. tiro nimmt Ton und Video.",
  },
  fr: {
    title: "Recherche et commandes",
    open: "Chercher",
    placeholder: "Dictées, enregistrements, modèles, pages, commandes",
    groups: {
      pages: "Pages",
      acts: "Commandes",
      templates: "Insérer un modèle",
      dictations: "Dictées",
      recordings: "Enregistrements",
    },
    searching: "Recherche dans vos dictées",
    nothing: (query) => `Rien pour « ${query} ».`,
    found: (count) => (count === 1 ? "1 entrée" : `${count} entrées`),
    keysHint:
      "Les enregistrements se trouvent par jour et par état, et par nom tant que l’onglet qui les a envoyés est ouvert.",
    shortcuts: "Raccourcis clavier",
    shortcutGroups: { everywhere: "Partout", dictate: "Dicter" },
    keys: {
      palette: "Recherche et commandes",
      help: "Cette liste",
      close: "Fermer ce qui est ouvert",
      hold: "Maintenir pour parler ; ou appuyer pour commencer et pour finir",
      discard: "Abandonner ce qui est en train d’être dit",
    },
    control: "Ctrl",
    escapeKey: "Échap",
    space: "Espace, ou la touche que vous y avez choisie",
    singleKeys: "Ouvrir cette liste avec ?",
    singleKeysHint: "Désactivez-le si vous commandez l’ordinateur à la voix.",
    drop: "Déposer pour transcrire",
    sending: (count) =>
      count === 1
        ? "1 enregistrement est en cours d’envoi."
        : `${count} enregistrements sont en cours d’envoi.`,
    show: "Afficher",
    noRecording: "Aucun enregistrement parmi ces fichiers. tiro accepte le son et la vidéo.",
  },
  es: {
    title: "Búsqueda y comandos",
    open: "Buscar",
    placeholder: "Dictados, grabaciones, plantillas, páginas, comandos",
    groups: {
      pages: "Páginas",
      acts: "Comandos",
      templates: "Insertar plantilla",
      dictations: "Dictados",
      recordings: "Grabaciones",
    },
    searching: "Buscando en sus dictados",
    nothing: (query) => `No hay nada para «${query}».`,
    found: (count) => (count === 1 ? "1 entrada" : `${count} entradas`),
    keysHint:
      "Las grabaciones se encuentran por día y estado, y por nombre mientras siga abierta la pestaña que las envió.",
    shortcuts: "Atajos de teclado",
    shortcutGroups: { everywhere: "En todas partes", dictate: "Dictar" },
    keys: {
      palette: "Búsqueda y comandos",
      help: "Esta lista",
      close: "Cerrar lo que está abierto",
      hold: "Mantener para hablar; o pulsar para empezar y para terminar",
      discard: "Descartar lo que se está diciendo",
    },
    control: "Ctrl",
    escapeKey: "Esc",
    space: "Espacio, o la tecla que haya elegido allí",
    singleKeys: "Abrir esta lista con ?",
    singleKeysHint: "Desactívelo si maneja el ordenador con la voz.",
    drop: "Suelte para transcribir",
    sending: (count) =>
      count === 1 ? "Se está enviando 1 grabación." : `Se están enviando ${count} grabaciones.`,
    show: "Mostrar",
    noRecording: "Entre estos archivos no hay ninguna grabación. tiro acepta sonido y vídeo.",
  },
});
