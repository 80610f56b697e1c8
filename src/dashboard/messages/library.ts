/** The list of recordings: folders, tags, filters, and what is done with several at once. */
import { inLanguages } from "../state/language.ts";

export type RecordingState = "waiting" | "recognizing" | "ready" | "failed" | "cancelled";
type Whose = "all" | "own" | "shared";

interface LibraryWords {
  count: (count: number) => string;
  search: string;
  allRecordings: string;
  all: string;
  unfiled: string;
  archive: string;
  jobs: string;
  jobsLead: string;
  whoseLabel: string;
  whose: Record<Whose, string>;
  tag: string;
  anyTag: string;
  state: string;
  anyState: string;
  states: Record<RecordingState, string>;
  newFolder: string;
  folderActs: (name: string) => string;
  folderName: string;
  renameFolder: string;
  shareFolder: string;
  deleteFolder: string;
  deleteFolderTitle: (name: string) => string;
  deleteFolderText: string;
  selectAll: string;
  select: (name: string) => string;
  name: string;
  folder: string;
  sharedWith: string;
  length: string;
  changed: string;
  acts: string;
  onlyYou: string;
  moreAbout: (name: string) => string;
  others: (names: string, more: number) => string;
  speakers: (count: number) => string;
  nameSpeakers: (count: number) => string;
  textOnly: string;
  noneFoundTitle: string;
  noneFound: (query: string) => string;
  emptyFolder: string;
  clearFilter: string;
  searchArchive: string;
  showMore: string;
}

export const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const library = inLanguages<LibraryWords>({
  en: {
    count: (count) => plural(count, "recording", "recordings"),
    search: "Search names and texts",
    allRecordings: "All recordings",
    all: "All",
    unfiled: "No folder",
    archive: "Archive",
    jobs: "Jobs",
    jobsLead:
      "Transcriptions of the last days as the API lists them, including those that programs sent with your keys.",
    whoseLabel: "Whose",
    whose: { all: "Yours and shared", own: "Yours", shared: "Shared with you" },
    tag: "Tag",
    anyTag: "Any tag",
    state: "State",
    anyState: "Any state",
    states: {
      waiting: "Waits for its turn",
      recognizing: "Being transcribed",
      ready: "Ready",
      failed: "Failed",
      cancelled: "Cancelled",
    },
    newFolder: "New folder",
    folderActs: (name) => `More about the folder ${name}`,
    folderName: "Name of the folder",
    renameFolder: "Rename the folder",
    shareFolder: "Share the folder",
    deleteFolder: "Delete the folder",
    deleteFolderTitle: (name) => `Delete the folder ${name}?`,
    deleteFolderText: "Its recordings stay, without a folder. The folder is no longer shared with anybody.",
    selectAll: "Select all",
    select: (name) => `Select ${name}`,
    name: "Name",
    folder: "Folder",
    sharedWith: "Shared with",
    length: "Length",
    changed: "Changed",
    acts: "Actions",
    onlyYou: "Only you",
    moreAbout: (name) => `More about ${name}`,
    others: (names, more) => `${names} and ${more} more`,
    speakers: (count) => plural(count, "speaker", "speakers"),
    nameSpeakers: (count) => (count === 1 ? "Name the speaker" : `Name ${count} speakers`),
    textOnly: "text only",
    noneFoundTitle: "Nothing found",
    noneFound: (query) => `No recording has “${query}” in its name or its text.`,
    emptyFolder: "No recording matches what is chosen above.",
    clearFilter: "Clear the filter",
    searchArchive: "Search the archive",
    showMore: "Show more",
  },
  de: {
    count: (count) => plural(count, "Aufnahme", "Aufnahmen"),
    search: "In Namen und Texten suchen",
    allRecordings: "Alle Aufnahmen",
    all: "Alle",
    unfiled: "Ohne Ordner",
    archive: "Archiv",
    jobs: "Aufträge",
    jobsLead:
      "Transkriptionen der letzten Tage, wie die API sie auflistet, auch solche, die Programme mit Ihren Schlüsseln gesendet haben.",
    whoseLabel: "Wessen",
    whose: { all: "Ihre und geteilte", own: "Ihre", shared: "Mit Ihnen geteilt" },
    tag: "Schlagwort",
    anyTag: "Alle Schlagwörter",
    state: "Zustand",
    anyState: "Alle Zustände",
    states: {
      waiting: "Wartet",
      recognizing: "Wird transkribiert",
      ready: "Fertig",
      failed: "Fehlgeschlagen",
      cancelled: "Abgebrochen",
    },
    newFolder: "Neuer Ordner",
    folderActs: (name) => `Mehr zum Ordner ${name}`,
    folderName: "Name des Ordners",
    renameFolder: "Ordner umbenennen",
    shareFolder: "Ordner teilen",
    deleteFolder: "Ordner löschen",
    deleteFolderTitle: (name) => `Den Ordner ${name} löschen?`,
    deleteFolderText: "Seine Aufnahmen bleiben, ohne Ordner. Der Ordner ist mit niemandem mehr geteilt.",
    selectAll: "Alle auswählen",
    select: (name) => `${name} auswählen`,
    name: "Name",
    folder: "Ordner",
    sharedWith: "Geteilt mit",
    length: "Länge",
    changed: "Geändert",
    acts: "Aktionen",
    onlyYou: "Nur Sie",
    moreAbout: (name) => `Mehr zu ${name}`,
    others: (names, more) => `${names} und ${more} weitere`,
    speakers: (count) => `${count} Sprecher`,
    nameSpeakers: (count) => (count === 1 ? "Sprecher benennen" : `${count} Sprecher benennen`),
    textOnly: "nur Text",
    noneFoundTitle: "Nichts gefunden",
    noneFound: (query) => `Keine Aufnahme hat «${query}» im Namen oder im Text.`,
    emptyFolder: "Keine Aufnahme passt zu dem, was oben gewählt ist.",
    clearFilter: "Filter aufheben",
    searchArchive: "Im Archiv suchen",
    showMore: "Mehr zeigen",
  },
  fr: {
    count: (count) => plural(count, "enregistrement", "enregistrements"),
    search: "Chercher dans les noms et les textes",
    allRecordings: "Tous les enregistrements",
    all: "Tous",
    unfiled: "Sans dossier",
    archive: "Archives",
    jobs: "Travaux",
    jobsLead:
      "Les transcriptions des derniers jours telles que l’API les liste, aussi celles que des programmes ont envoyées avec vos clés.",
    whoseLabel: "De qui",
    whose: { all: "Les vôtres et les partagés", own: "Les vôtres", shared: "Partagés avec vous" },
    tag: "Étiquette",
    anyTag: "Toutes les étiquettes",
    state: "État",
    anyState: "Tous les états",
    states: {
      waiting: "En attente",
      recognizing: "En cours",
      ready: "Prêt",
      failed: "Échoué",
      cancelled: "Annulé",
    },
    newFolder: "Nouveau dossier",
    folderActs: (name) => `Plus sur le dossier ${name}`,
    folderName: "Nom du dossier",
    renameFolder: "Renommer le dossier",
    shareFolder: "Partager le dossier",
    deleteFolder: "Supprimer le dossier",
    deleteFolderTitle: (name) => `Supprimer le dossier ${name} ?`,
    deleteFolderText:
      "Ses enregistrements restent, sans dossier. Le dossier n’est plus partagé avec personne.",
    selectAll: "Tout sélectionner",
    select: (name) => `Sélectionner ${name}`,
    name: "Nom",
    folder: "Dossier",
    sharedWith: "Partagé avec",
    length: "Durée",
    changed: "Modifié",
    acts: "Actions",
    onlyYou: "Vous seul",
    moreAbout: (name) => `Plus sur ${name}`,
    others: (names, more) => `${names} et ${more} de plus`,
    speakers: (count) => plural(count, "locuteur", "locuteurs"),
    nameSpeakers: (count) => (count === 1 ? "Nommer le locuteur" : `Nommer ${count} locuteurs`),
    textOnly: "texte seul",
    noneFoundTitle: "Rien trouvé",
    noneFound: (query) => `Aucun enregistrement n’a « ${query} » dans son nom ou son texte.`,
    emptyFolder: "Aucun enregistrement ne correspond à ce qui est choisi ci-dessus.",
    clearFilter: "Effacer le filtre",
    searchArchive: "Chercher dans les archives",
    showMore: "Afficher plus",
  },
  es: {
    count: (count) => plural(count, "grabación", "grabaciones"),
    search: "Buscar en nombres y textos",
    allRecordings: "Todas las grabaciones",
    all: "Todas",
    unfiled: "Sin carpeta",
    archive: "Archivo",
    jobs: "Trabajos",
    jobsLead:
      "Las transcripciones de los últimos días como las lista la API, también las que enviaron programas con sus claves.",
    whoseLabel: "De quién",
    whose: { all: "Suyas y compartidas", own: "Suyas", shared: "Compartidas con usted" },
    tag: "Etiqueta",
    anyTag: "Todas las etiquetas",
    state: "Estado",
    anyState: "Todos los estados",
    states: {
      waiting: "En espera",
      recognizing: "En curso",
      ready: "Lista",
      failed: "Fallida",
      cancelled: "Cancelada",
    },
    newFolder: "Nueva carpeta",
    folderActs: (name) => `Más sobre la carpeta ${name}`,
    folderName: "Nombre de la carpeta",
    renameFolder: "Cambiar el nombre de la carpeta",
    shareFolder: "Compartir la carpeta",
    deleteFolder: "Eliminar la carpeta",
    deleteFolderTitle: (name) => `¿Eliminar la carpeta ${name}?`,
    deleteFolderText: "Sus grabaciones quedan, sin carpeta. La carpeta deja de estar compartida.",
    selectAll: "Seleccionar todas",
    select: (name) => `Seleccionar ${name}`,
    name: "Nombre",
    folder: "Carpeta",
    sharedWith: "Compartida con",
    length: "Duración",
    changed: "Cambiada",
    acts: "Acciones",
    onlyYou: "Solo usted",
    moreAbout: (name) => `Más sobre ${name}`,
    others: (names, more) => `${names} y ${more} más`,
    speakers: (count) => plural(count, "hablante", "hablantes"),
    nameSpeakers: (count) => (count === 1 ? "Nombrar al hablante" : `Nombrar a ${count} hablantes`),
    textOnly: "solo texto",
    noneFoundTitle: "No se encontró nada",
    noneFound: (query) => `Ninguna grabación tiene «${query}» en su nombre o su texto.`,
    emptyFolder: "Ninguna grabación corresponde a lo elegido arriba.",
    clearFilter: "Quitar el filtro",
    searchArchive: "Buscar en el archivo",
    showMore: "Mostrar más",
  },
});
