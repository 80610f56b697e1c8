/** A table of people, and set-up links for many. */
import { inLanguages } from "../state/language.ts";

export const peopleImport = inLanguages({
  en: {
    open: "Import",
    title: "Import people from a table",
    act: "Import",
    file: "CSV file",
    hint: "The first line names the columns: email, name, and if you like plan, organization and role. People who have an account stay as they are, but join the organization.",
    byMail: "Send everybody new a set-up link by mail",
    willAdd: (count: string) => `New: ${count}`,
    willJoin: (count: string) => `Join an organization: ${count}`,
    willStay: (count: string) => `Unchanged: ${count}`,
    faults: (count: number, shown: string) =>
      count === 1
        ? "One line cannot be taken. Correct it, then choose the file again."
        : `${shown} lines cannot be taken. Correct them, then choose the file again.`,
    lines: "Lines of the table",
    outcome: "What happens",
    outcomes: {
      added: "Is added",
      joined: "Joins the organization",
      unchanged: "Stays as it is",
      fault: "Cannot be taken",
    },
    more: (count: string) => `And ${count} more lines.`,
    running: "People are being imported",
    done: (added: string, joined: string) => `Imported: ${added} new, ${joined} joined an organization`,
    links: "Set-up links",
    linksTitle: "Make set-up links for everybody who cannot log in yet?",
    linksText:
      "Each link sets a password. They are saved as one file, are not shown again, and work once. People who have an open link keep it.",
    linksAct: "Make links",
    linksFile: "set-up-links",
    linksDone: (count: number, shown: string) =>
      count === 1 ? "1 link is saved" : `${shown} links are saved`,
    noLinks: "Everybody can log in, or has an open link",
    moreLinks: "More people wait for a link: make links again",
  },
  de: {
    open: "Importieren",
    title: "Personen aus einer Tabelle importieren",
    act: "Importieren",
    file: "CSV-Datei",
    hint: "Die erste Zeile nennt die Spalten: email, name und auf Wunsch plan, organization und role. Wer ein Konto hat, bleibt, wie er ist, tritt aber der Organisation bei.",
    byMail: "Allen Neuen einen Einrichtungslink per Mail senden",
    willAdd: (count) => `Neu: ${count}`,
    willJoin: (count) => `Treten einer Organisation bei: ${count}`,
    willStay: (count) => `Unverändert: ${count}`,
    faults: (count, shown) =>
      count === 1
        ? "Eine Zeile ist fehlerhaft. Berichtigen Sie sie und wählen Sie die Datei erneut."
        : `${shown} Zeilen sind fehlerhaft. Berichtigen Sie sie und wählen Sie die Datei erneut.`,
    lines: "Zeilen der Tabelle",
    outcome: "Was geschieht",
    outcomes: {
      added: "Wird hinzugefügt",
      joined: "Tritt der Organisation bei",
      unchanged: "Bleibt, wie sie ist",
      fault: "Fehlerhaft",
    },
    more: (count) => `Und ${count} weitere Zeilen.`,
    running: "Personen werden importiert",
    done: (added, joined) => `Importiert: ${added} neu, ${joined} einer Organisation beigetreten`,
    links: "Einrichtungslinks",
    linksTitle: "Einrichtungslinks für alle erstellen, die sich noch nicht anmelden können?",
    linksText:
      "Jeder Link setzt ein Passwort. Sie werden in einer Datei gespeichert, nicht noch einmal gezeigt und gelten einmal. Wer einen offenen Link hat, behält ihn.",
    linksAct: "Links erstellen",
    linksFile: "einrichtungslinks",
    linksDone: (count, shown) => (count === 1 ? "1 Link ist gespeichert" : `${shown} Links sind gespeichert`),
    noLinks: "Alle können sich anmelden oder haben einen offenen Link",
    moreLinks: "Weitere Personen warten auf einen Link: erstellen Sie noch einmal Links",
  },
  fr: {
    open: "Importer",
    title: "Importer des personnes d’un tableau",
    act: "Importer",
    file: "Fichier CSV",
    hint: "La première ligne nomme les colonnes : email, name et, au choix, plan, organization et role. Les personnes qui ont un compte restent inchangées, mais rejoignent l’organisation.",
    byMail: "Envoyer par e-mail un lien de configuration à chaque nouvelle personne",
    willAdd: (count) => `Nouvelles : ${count}`,
    willJoin: (count) => `Rejoignent une organisation : ${count}`,
    willStay: (count) => `Inchangées : ${count}`,
    faults: (count, shown) =>
      count === 1
        ? "Une ligne ne peut pas être importée. Corrigez-la, puis choisissez de nouveau le fichier."
        : `${shown} lignes ne peuvent pas être importées. Corrigez-les, puis choisissez de nouveau le fichier.`,
    lines: "Lignes du tableau",
    outcome: "Ce qui se passe",
    outcomes: {
      added: "Est ajoutée",
      joined: "Rejoint l’organisation",
      unchanged: "Reste inchangée",
      fault: "Ne peut pas être importée",
    },
    more: (count) => `Et ${count} autres lignes.`,
    running: "Importation des personnes en cours",
    done: (added, joined) =>
      `Importation terminée : ${added} nouvelles, ${joined} ont rejoint une organisation`,
    links: "Liens de configuration",
    linksTitle: "Créer des liens pour tous ceux qui ne peuvent pas encore se connecter ?",
    linksText:
      "Chaque lien définit un mot de passe. Ils sont enregistrés dans un fichier, ne sont plus affichés et servent une fois. Un lien encore ouvert reste valable.",
    linksAct: "Créer les liens",
    linksFile: "liens-de-configuration",
    linksDone: (count, shown) => (count === 1 ? "1 lien est enregistré" : `${shown} liens sont enregistrés`),
    noLinks: "Tout le monde peut se connecter ou a un lien ouvert",
    moreLinks: "D’autres personnes attendent un lien : créez de nouveau des liens",
  },
  es: {
    open: "Importar",
    title: "Importar personas de una tabla",
    act: "Importar",
    file: "Archivo CSV",
    hint: "La primera línea nombra las columnas: email, name y, si quiere, plan, organization y role. Quien tiene cuenta queda como está, pero se une a la organización.",
    byMail: "Enviar por correo un enlace de configuración a cada persona nueva",
    willAdd: (count) => `Nuevas: ${count}`,
    willJoin: (count) => `Se unen a una organización: ${count}`,
    willStay: (count) => `Sin cambios: ${count}`,
    faults: (count, shown) =>
      count === 1
        ? "Una línea no se puede importar. Corríjala y elija de nuevo el archivo."
        : `${shown} líneas no se pueden importar. Corríjalas y elija de nuevo el archivo.`,
    lines: "Líneas de la tabla",
    outcome: "Qué ocurre",
    outcomes: {
      added: "Se añade",
      joined: "Se une a la organización",
      unchanged: "Queda como está",
      fault: "No se puede importar",
    },
    more: (count) => `Y ${count} líneas más.`,
    running: "Se importan personas",
    done: (added, joined) =>
      `Importación terminada: ${added} nuevas, ${joined} se unieron a una organización`,
    links: "Enlaces de configuración",
    linksTitle: "¿Crear enlaces para todos los que aún no pueden entrar?",
    linksText:
      "Cada enlace establece una contraseña. Se guardan en un archivo, no se vuelven a mostrar y sirven una vez. Quien tiene un enlace abierto lo conserva.",
    linksAct: "Crear enlaces",
    linksFile: "enlaces-de-configuracion",
    linksDone: (count, shown) => (count === 1 ? "1 enlace guardado" : `${shown} enlaces guardados`),
    noLinks: "Todos pueden entrar o tienen un enlace abierto",
    moreLinks: "Más personas esperan un enlace: cree enlaces otra vez",
  },
});
