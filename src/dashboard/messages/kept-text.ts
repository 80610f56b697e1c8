/** Whether a dictated text is stored. */
import { inLanguages } from "../state/language.ts";

export const keptText = inLanguages({
  en: {
    saveStates: {
      saved: "Saved in your history",
      saving: "Saving",
      unkept: "Only on this page",
      conflict: "Not saved",
      unreachable: "Not saved yet",
    },
    saveProblems: {
      unkept: "This text is not stored. It is gone when this page closes: copy it, or save it as a file.",
      conflict: "This text was changed in another window too. Which one should be kept?",
      unreachable:
        "The server could not be reached. Your text stays here and is saved as soon as that works.",
    },
    saveAgain: "Save now",
    keepMine: "Keep this one",
    takeOther: "Show the other one",
  },
  de: {
    saveStates: {
      saved: "Im Verlauf gespeichert",
      saving: "Wird gespeichert",
      unkept: "Nur auf dieser Seite",
      conflict: "Nicht gespeichert",
      unreachable: "Noch nicht gespeichert",
    },
    saveProblems: {
      unkept:
        "Dieser Text wird nicht aufbewahrt. Er ist weg, wenn diese Seite schließt: Kopieren Sie ihn oder speichern Sie ihn als Datei.",
      conflict: "Dieser Text wurde auch in einem anderen Fenster geändert. Welcher soll bleiben?",
      unreachable:
        "Der Server war nicht zu erreichen. Ihr Text bleibt hier und wird gespeichert, sobald es geht.",
    },
    saveAgain: "Jetzt speichern",
    keepMine: "Diesen behalten",
    takeOther: "Den anderen zeigen",
  },
  fr: {
    saveStates: {
      saved: "Enregistré dans votre historique",
      saving: "Enregistrement",
      unkept: "Seulement sur cette page",
      conflict: "Non enregistré",
      unreachable: "Pas encore enregistré",
    },
    saveProblems: {
      unkept:
        "Ce texte n’est pas conservé. Il disparaît avec cette page : copiez-le, ou enregistrez-le dans un fichier.",
      conflict: "Ce texte a aussi été modifié dans une autre fenêtre. Lequel garder ?",
      unreachable: "Le serveur est injoignable. Votre texte reste ici et sera enregistré dès que possible.",
    },
    saveAgain: "Enregistrer maintenant",
    keepMine: "Garder celui-ci",
    takeOther: "Afficher l’autre",
  },
  es: {
    saveStates: {
      saved: "Guardado en su historial",
      saving: "Guardando",
      unkept: "Solo en esta página",
      conflict: "Sin guardar",
      unreachable: "Aún sin guardar",
    },
    saveProblems: {
      unkept: "Este texto no se conserva. Desaparece con esta página: cópielo o guárdelo como archivo.",
      conflict: "Este texto también se ha cambiado en otra ventana. ¿Cuál se conserva?",
      unreachable:
        "No se pudo conectar con el servidor. Su texto sigue aquí y se guardará en cuanto sea posible.",
    },
    saveAgain: "Guardar ahora",
    keepMine: "Conservar este",
    takeOther: "Mostrar el otro",
  },
});
