/** Templates: kept on the page of words, inserted into what is dictated. */
import { inLanguages } from "../state/language.ts";

interface Words {
  heading: string;
  lead: string;
  none: string;
  add: string;
  change: string;
  changeOne: (name: string) => string;
  remove: (name: string) => string;
  removed: (name: string) => string;
  saved: string;
  save: string;
  name: string;
  nameHint: string;
  kind: string;
  kinds: Record<"letter" | "note" | "email" | "snippet", string>;
  text: string;
  textHint: string;
  owner: string;
  own: string;
  acts: string;
  /** In the text that is dictated. */
  nextGap: (gap: string) => string;
  gap: (gap: string) => string;
  inserted: (name: string) => string;
}

export const templates = inLanguages<Words>({
  en: {
    heading: "Templates",
    lead: "Letters, notes, e-mails and shorter texts to insert again: say “insert template” and the name, or press Ctrl K.",
    none: "No templates yet.",
    add: "New template",
    change: "Change template",
    changeOne: (name) => `Change ${name}`,
    remove: (name) => `Delete ${name}`,
    removed: (name) => `“${name}” deleted.`,
    saved: "Template saved.",
    save: "Save",
    name: "Name",
    nameHint: "As you will say it.",
    kind: "Kind",
    kinds: { letter: "Letter", note: "Note", email: "E-mail", snippet: "Snippet" },
    text: "Text",
    textHint: "Write gaps to fill in double brackets: [[recipient]].",
    owner: "For",
    own: "Only you",
    acts: "Actions",
    nextGap: (gap) => `Next gap: ${gap}`,
    gap: (gap) => `Gap: ${gap}`,
    inserted: (name) => `Template “${name}” inserted.`,
  },
  de: {
    heading: "Vorlagen",
    lead: "Briefe, Notizen, E-Mails und kürzere Texte zum Wiederverwenden: Sagen Sie „Vorlage“, den Namen und „einfügen“, oder drücken Sie Strg K.",
    none: "Noch keine Vorlagen.",
    add: "Neue Vorlage",
    change: "Vorlage ändern",
    changeOne: (name) => `${name} ändern`,
    remove: (name) => `${name} löschen`,
    removed: (name) => `„${name}“ gelöscht.`,
    saved: "Vorlage gespeichert.",
    save: "Speichern",
    name: "Name",
    nameHint: "So, wie Sie ihn sagen werden.",
    kind: "Art",
    kinds: { letter: "Brief", note: "Notiz", email: "E-Mail", snippet: "Textbaustein" },
    text: "Text",
    textHint: "Schreiben Sie Lücken in doppelte Klammern: [[Empfänger]].",
    owner: "Für",
    own: "Nur Sie",
    acts: "Aktionen",
    nextGap: (gap) => `Nächste Lücke: ${gap}`,
    gap: (gap) => `Lücke: ${gap}`,
    inserted: (name) => `Vorlage „${name}“ eingefügt.`,
  },
  fr: {
    heading: "Modèles",
    lead: "Lettres, notes, e-mails et textes plus courts à réutiliser : dites « insérer le modèle » et le nom, ou appuyez sur Ctrl K.",
    none: "Pas encore de modèles.",
    add: "Nouveau modèle",
    change: "Modifier le modèle",
    changeOne: (name) => `Modifier ${name}`,
    remove: (name) => `Supprimer ${name}`,
    removed: (name) => `« ${name} » supprimé.`,
    saved: "Modèle enregistré.",
    save: "Enregistrer",
    name: "Nom",
    nameHint: "Tel que vous le direz.",
    kind: "Type",
    kinds: { letter: "Lettre", note: "Note", email: "E-mail", snippet: "Texte court" },
    text: "Texte",
    textHint: "Écrivez les champs à remplir entre doubles crochets : [[destinataire]].",
    owner: "Pour",
    own: "Vous seul",
    acts: "Actions",
    nextGap: (gap) => `Champ suivant : ${gap}`,
    gap: (gap) => `Champ : ${gap}`,
    inserted: (name) => `Modèle « ${name} » inséré.`,
  },
  es: {
    heading: "Plantillas",
    lead: "Cartas, notas, correos y textos más cortos para reutilizar: diga «insertar plantilla» y el nombre, o pulse Ctrl K.",
    none: "Aún no hay plantillas.",
    add: "Nueva plantilla",
    change: "Cambiar la plantilla",
    changeOne: (name) => `Cambiar ${name}`,
    remove: (name) => `Eliminar ${name}`,
    removed: (name) => `«${name}» eliminada.`,
    saved: "Plantilla guardada.",
    save: "Guardar",
    name: "Nombre",
    nameHint: "Tal como lo dirá.",
    kind: "Tipo",
    kinds: { letter: "Carta", note: "Nota", email: "Correo", snippet: "Texto corto" },
    text: "Texto",
    textHint: "Escriba los huecos entre dobles corchetes: [[destinatario]].",
    owner: "Para",
    own: "Solo usted",
    acts: "Acciones",
    nextGap: (gap) => `Siguiente hueco: ${gap}`,
    gap: (gap) => `Hueco: ${gap}`,
    inserted: (name) => `Plantilla «${name}» insertada.`,
  },
});
