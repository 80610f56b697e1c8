/** If the server cannot be reached: the browser kept this page. */
import type { Catalogues } from "../../web/language.ts";

const en = {
  title: "The server cannot be reached",
  lead: "You may be offline, or the server is being restarted. Recordings and texts that were not sent yet stay in this browser.",
  again: "Try again",
};

export const offlineMessages: Catalogues<typeof en> = {
  en,
  de: {
    title: "Der Server ist nicht erreichbar",
    lead: "Vielleicht sind Sie offline, oder der Server wird neu gestartet. Aufnahmen und Texte, die noch nicht gesendet sind, bleiben in diesem Browser.",
    again: "Erneut versuchen",
  },
  fr: {
    title: "Le serveur est injoignable",
    lead: "Vous êtes peut-être hors ligne, ou le serveur redémarre. Les enregistrements et textes qui ne sont pas encore envoyés restent dans ce navigateur.",
    again: "Réessayer",
  },
  es: {
    title: "No se puede conectar con el servidor",
    lead: "Puede que no tenga conexión o que el servidor se esté reiniciando. Las grabaciones y los textos que aún no se han enviado siguen en este navegador.",
    again: "Intentar de nuevo",
  },
};
