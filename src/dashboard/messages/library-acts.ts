/** What is done with recordings, one or several at once. */
import { inLanguages } from "../state/language.ts";
import { plural } from "./library.ts";

export type ExportFormat = "docx" | "txt" | "md" | "srt" | "vtt" | "json";

interface LibraryActs {
  selected: (count: number) => string;
  selectedActs: string;
  rename: string;
  retry: string;
  move: string;
  tags: string;
  share: string;
  export: string;
  toArchive: string;
  fromArchive: string;
  delete: string;
  clear: string;
  moveTitle: (count: number) => string;
  orNewFolder: string;
  moveAct: string;
  tagsTitle: (count: number) => string;
  addTags: string;
  addTagsHint: string;
  keepTags: string;
  save: string;
  shareTitle: (count: number, name: string) => string;
  shareWith: string;
  shareHint: string;
  nobodyFound: string;
  mayDo: (name: string) => string;
  roles: Record<"viewer" | "editor" | "none", string>;
  shareFoot: string;
  exportTitle: (count: number) => string;
  format: string;
  formats: Record<ExportFormat, string>;
  withSpeakers: string;
  withTimes: string;
  exportAct: string;
  deleteTitle: (count: number, name: string) => string;
  deleteText: string;
  deleteAct: string;
  moved: (count: number) => string;
  archived: (count: number) => string;
  unarchived: (count: number) => string;
  deleted: (count: number) => string;
  shared: (count: number) => string;
  refused: (count: number) => string;
}

export const libraryActs = inLanguages<LibraryActs>({
  en: {
    selected: (count) => `${count} selected`,
    selectedActs: "What to do with the selected recordings",
    rename: "Rename",
    retry: "Try again",
    move: "Move",
    tags: "Tags",
    share: "Share",
    export: "Export",
    toArchive: "Archive",
    fromArchive: "Take out of the archive",
    delete: "Delete…",
    clear: "Clear",
    moveTitle: (count) => `Move ${plural(count, "recording", "recordings")}`,
    orNewFolder: "Or into a new folder",
    moveAct: "Move",
    tagsTitle: (count) => `Tags of ${plural(count, "recording", "recordings")}`,
    addTags: "Add tags",
    addTagsHint: "Separate them by commas.",
    keepTags: "Tags to keep",
    save: "Save",
    shareTitle: (count, name) => (count === 1 ? `Share ${name}` : `Share ${count} recordings`),
    shareWith: "Members of your organizations",
    shareHint: "Type a name or an address. Only people who have logged in once can be chosen.",
    nobodyFound: "Nobody of that name can be chosen.",
    mayDo: (name) => `What ${name} may do`,
    roles: { viewer: "May read", editor: "May edit", none: "Not shared" },
    shareFoot: "Sharing ends when somebody leaves the organization. It is written to the audit log.",
    exportTitle: (count) => `Export ${plural(count, "recording", "recordings")}`,
    format: "Format",
    formats: {
      docx: "Word document",
      txt: "Plain text",
      md: "Markdown",
      srt: "Subtitles",
      vtt: "Subtitles for the web",
      json: "Data with times",
    },
    withSpeakers: "With the names of speakers",
    withTimes: "With times",
    exportAct: "Export",
    deleteTitle: (count, name) => (count === 1 ? `Delete ${name}?` : `Delete ${count} recordings?`),
    deleteText: "Text, sound, earlier versions and shares are erased. This cannot be undone.",
    deleteAct: "Delete",
    moved: (count) => `${plural(count, "recording", "recordings")} moved`,
    archived: (count) => `${plural(count, "recording", "recordings")} archived`,
    unarchived: (count) => `${plural(count, "recording", "recordings")} taken out of the archive`,
    deleted: (count) => `${plural(count, "recording", "recordings")} deleted`,
    shared: (count) => `${plural(count, "recording", "recordings")} shared`,
    refused: (count) =>
      count === 1
        ? "One stays as it is: you may only read it."
        : `${count} stay as they are: you may only read them.`,
  },
  de: {
    selected: (count) => `${count} ausgewählt`,
    selectedActs: "Was mit den ausgewählten Aufnahmen geschehen soll",
    rename: "Umbenennen",
    retry: "Noch einmal versuchen",
    move: "Verschieben",
    tags: "Schlagwörter",
    share: "Teilen",
    export: "Exportieren",
    toArchive: "Archivieren",
    fromArchive: "Aus dem Archiv holen",
    delete: "Löschen…",
    clear: "Auswahl aufheben",
    moveTitle: (count) => `${plural(count, "Aufnahme", "Aufnahmen")} verschieben`,
    orNewFolder: "Oder in einen neuen Ordner",
    moveAct: "Verschieben",
    tagsTitle: (count) => `Schlagwörter von ${plural(count, "Aufnahme", "Aufnahmen")}`,
    addTags: "Schlagwörter hinzufügen",
    addTagsHint: "Trennen Sie sie durch Kommas.",
    keepTags: "Schlagwörter, die bleiben",
    save: "Speichern",
    shareTitle: (count, name) => (count === 1 ? `${name} teilen` : `${count} Aufnahmen teilen`),
    shareWith: "Mitglieder Ihrer Organisationen",
    shareHint:
      "Geben Sie einen Namen oder eine Adresse ein. Wählen können Sie, wer sich schon einmal angemeldet hat.",
    nobodyFound: "Unter diesem Namen kann niemand gewählt werden.",
    mayDo: (name) => `Was ${name} darf`,
    roles: { viewer: "Darf lesen", editor: "Darf bearbeiten", none: "Nicht geteilt" },
    shareFoot:
      "Das Teilen endet, wenn jemand die Organisation verlässt. Es wird im Prüfprotokoll festgehalten.",
    exportTitle: (count) => `${plural(count, "Aufnahme", "Aufnahmen")} exportieren`,
    format: "Format",
    formats: {
      docx: "Word-Dokument",
      txt: "Reiner Text",
      md: "Markdown",
      srt: "Untertitel",
      vtt: "Untertitel fürs Web",
      json: "Daten mit Zeiten",
    },
    withSpeakers: "Mit den Namen der Sprecher",
    withTimes: "Mit Zeiten",
    exportAct: "Exportieren",
    deleteTitle: (count, name) => (count === 1 ? `${name} löschen?` : `${count} Aufnahmen löschen?`),
    deleteText:
      "Text, Ton, frühere Fassungen und Freigaben werden gelöscht. Das lässt sich nicht rückgängig machen.",
    deleteAct: "Löschen",
    moved: (count) => `${plural(count, "Aufnahme", "Aufnahmen")} verschoben`,
    archived: (count) => `${plural(count, "Aufnahme", "Aufnahmen")} archiviert`,
    unarchived: (count) => `${plural(count, "Aufnahme", "Aufnahmen")} aus dem Archiv geholt`,
    deleted: (count) => `${plural(count, "Aufnahme", "Aufnahmen")} gelöscht`,
    shared: (count) => `${plural(count, "Aufnahme", "Aufnahmen")} geteilt`,
    refused: (count) =>
      count === 1
        ? "Eine bleibt, wie sie ist: Sie dürfen sie nur lesen."
        : `${count} bleiben, wie sie sind: Sie dürfen sie nur lesen.`,
  },
  fr: {
    selected: (count) => plural(count, "sélectionné", "sélectionnés"),
    selectedActs: "Que faire des enregistrements sélectionnés",
    rename: "Renommer",
    retry: "Réessayer",
    move: "Déplacer",
    tags: "Étiquettes",
    share: "Partager",
    export: "Exporter",
    toArchive: "Archiver",
    fromArchive: "Sortir des archives",
    delete: "Supprimer…",
    clear: "Désélectionner",
    moveTitle: (count) => `Déplacer ${plural(count, "enregistrement", "enregistrements")}`,
    orNewFolder: "Ou dans un nouveau dossier",
    moveAct: "Déplacer",
    tagsTitle: (count) => `Étiquettes de ${plural(count, "enregistrement", "enregistrements")}`,
    addTags: "Ajouter des étiquettes",
    addTagsHint: "Séparez-les par des virgules.",
    keepTags: "Étiquettes à garder",
    save: "Enregistrer",
    shareTitle: (count, name) => (count === 1 ? `Partager ${name}` : `Partager ${count} enregistrements`),
    shareWith: "Membres de vos organisations",
    shareHint:
      "Saisissez un nom ou une adresse. Seules les personnes qui se sont déjà connectées peuvent être choisies.",
    nobodyFound: "Personne de ce nom ne peut être choisi.",
    mayDo: (name) => `Ce que ${name} peut faire`,
    roles: { viewer: "Peut lire", editor: "Peut modifier", none: "Pas partagé" },
    shareFoot: "Le partage prend fin au départ de l’organisation. Il est inscrit au journal d’audit.",
    exportTitle: (count) => `Exporter ${plural(count, "enregistrement", "enregistrements")}`,
    format: "Format",
    formats: {
      docx: "Document Word",
      txt: "Texte brut",
      md: "Markdown",
      srt: "Sous-titres",
      vtt: "Sous-titres pour le web",
      json: "Données avec les temps",
    },
    withSpeakers: "Avec les noms des locuteurs",
    withTimes: "Avec les temps",
    exportAct: "Exporter",
    deleteTitle: (count, name) =>
      count === 1 ? `Supprimer ${name} ?` : `Supprimer ${count} enregistrements ?`,
    deleteText:
      "Le texte, le son, les versions antérieures et les partages sont effacés. C’est irréversible.",
    deleteAct: "Supprimer",
    moved: (count) => plural(count, "enregistrement déplacé", "enregistrements déplacés"),
    archived: (count) => plural(count, "enregistrement archivé", "enregistrements archivés"),
    unarchived: (count) =>
      plural(count, "enregistrement sorti des archives", "enregistrements sortis des archives"),
    deleted: (count) => plural(count, "enregistrement supprimé", "enregistrements supprimés"),
    shared: (count) => plural(count, "enregistrement partagé", "enregistrements partagés"),
    refused: (count) =>
      count === 1
        ? "Un reste tel quel : vous pouvez seulement le lire."
        : `${count} restent tels quels : vous pouvez seulement les lire.`,
  },
  es: {
    selected: (count) => plural(count, "seleccionada", "seleccionadas"),
    selectedActs: "Qué hacer con las grabaciones seleccionadas",
    rename: "Cambiar el nombre",
    retry: "Reintentar",
    move: "Mover",
    tags: "Etiquetas",
    share: "Compartir",
    export: "Exportar",
    toArchive: "Archivar",
    fromArchive: "Sacar del archivo",
    delete: "Eliminar…",
    clear: "Quitar la selección",
    moveTitle: (count) => `Mover ${plural(count, "grabación", "grabaciones")}`,
    orNewFolder: "O a una carpeta nueva",
    moveAct: "Mover",
    tagsTitle: (count) => `Etiquetas de ${plural(count, "grabación", "grabaciones")}`,
    addTags: "Añadir etiquetas",
    addTagsHint: "Sepárelas con comas.",
    keepTags: "Etiquetas que quedan",
    save: "Guardar",
    shareTitle: (count, name) => (count === 1 ? `Compartir ${name}` : `Compartir ${count} grabaciones`),
    shareWith: "Miembros de sus organizaciones",
    shareHint:
      "Escriba un nombre o una dirección. Solo se puede elegir a quien ya ha iniciado sesión alguna vez.",
    nobodyFound: "No se puede elegir a nadie con ese nombre.",
    mayDo: (name) => `Qué puede hacer ${name}`,
    roles: { viewer: "Puede leer", editor: "Puede editar", none: "Sin compartir" },
    shareFoot:
      "Se deja de compartir cuando alguien sale de la organización. Consta en el registro de auditoría.",
    exportTitle: (count) => `Exportar ${plural(count, "grabación", "grabaciones")}`,
    format: "Formato",
    formats: {
      docx: "Documento de Word",
      txt: "Texto sin formato",
      md: "Markdown",
      srt: "Subtítulos",
      vtt: "Subtítulos para la web",
      json: "Datos con tiempos",
    },
    withSpeakers: "Con los nombres de los hablantes",
    withTimes: "Con tiempos",
    exportAct: "Exportar",
    deleteTitle: (count, name) => (count === 1 ? `¿Eliminar ${name}?` : `¿Eliminar ${count} grabaciones?`),
    deleteText:
      "Se borran el texto, el sonido, las versiones anteriores y lo compartido. No se puede deshacer.",
    deleteAct: "Eliminar",
    moved: (count) => plural(count, "grabación movida", "grabaciones movidas"),
    archived: (count) => plural(count, "grabación archivada", "grabaciones archivadas"),
    unarchived: (count) => plural(count, "grabación sacada del archivo", "grabaciones sacadas del archivo"),
    deleted: (count) => plural(count, "grabación eliminada", "grabaciones eliminadas"),
    shared: (count) => plural(count, "grabación compartida", "grabaciones compartidas"),
    refused: (count) =>
      count === 1
        ? "Una queda como está: solo puede leerla."
        : `${count} quedan como están: solo puede leerlas.`,
  },
});
