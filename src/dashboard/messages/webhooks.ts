import type { Answer } from "../client/api.ts";
import { inLanguages } from "../state/language.ts";

export type WebhookEvent =
  Answer<"GET /v1/organizations/{organization}/webhooks">["data"][number]["events"][number];

interface Words {
  title: string;
  lead: string;
  add: string;
  set: string;
  none: string;
  url: string;
  urlHint: string;
  events: string;
  names: Record<WebhookEvent, string>;
  withResult: string;
  withResultHint: string;
  since: string;
  renew: string;
  removeTitle: string;
  removed: string;
  secretOf: (url: string) => string;
  secretText: string;
  copySecret: string;
  stored: string;
}

export const webhookWords = inLanguages<Words>({
  en: {
    title: "Webhooks",
    lead: "Your own programs are called when something is done, with a signature by which they know the call.",
    add: "Set a webhook",
    set: "Set",
    none: "No webhook is set.",
    url: "Address",
    urlHint: "Only hosts that the operator allows can be called.",
    events: "When",
    names: {
      "job.succeeded": "A job succeeded",
      "job.failed": "A job failed",
      "invoice.issued": "An invoice was issued",
      "person.disabled": "A member was disabled",
    },
    withResult: "Send the result of a job with it",
    withResultHint: "Never under zero retention.",
    since: "Since",
    renew: "New secret",
    removeTitle: "Remove this webhook?",
    removed: "The webhook is removed",
    secretOf: (url) => `Secret of ${url}`,
    secretText: "Your program checks each call with it. It is not shown again.",
    copySecret: "Copy secret",
    stored: "I have stored it",
  },
  de: {
    title: "Webhooks",
    lead: "Eigene Programme werden aufgerufen, wenn etwas fertig ist, mit einer Signatur, an der sie den Aufruf erkennen.",
    add: "Webhook setzen",
    set: "Setzen",
    none: "Kein Webhook ist gesetzt.",
    url: "Adresse",
    urlHint: "Nur Hosts, die der Betreiber erlaubt, werden aufgerufen.",
    events: "Wann",
    names: {
      "job.succeeded": "Ein Auftrag ist gelungen",
      "job.failed": "Ein Auftrag ist gescheitert",
      "invoice.issued": "Eine Rechnung wurde gestellt",
      "person.disabled": "Ein Mitglied wurde gesperrt",
    },
    withResult: "Das Ergebnis eines Auftrags mitschicken",
    withResultHint: "Nie, wenn nichts aufbewahrt werden darf.",
    since: "Seit",
    renew: "Neues Geheimnis",
    removeTitle: "Diesen Webhook entfernen?",
    removed: "Der Webhook ist entfernt",
    secretOf: (url) => `Geheimnis von ${url}`,
    secretText: "Ihr Programm prüft damit jeden Aufruf. Es wird nicht wieder angezeigt.",
    copySecret: "Geheimnis kopieren",
    stored: "Ich habe es verwahrt",
  },
  fr: {
    title: "Webhooks",
    lead: "Vos propres programmes sont appelés quand quelque chose est fait, avec une signature qui prouve l’appel.",
    add: "Définir un webhook",
    set: "Définir",
    none: "Aucun webhook n’est défini.",
    url: "Adresse",
    urlHint: "Seuls les hôtes que l’exploitant permet peuvent être appelés.",
    events: "Quand",
    names: {
      "job.succeeded": "Une tâche a réussi",
      "job.failed": "Une tâche a échoué",
      "invoice.issued": "Une facture est émise",
      "person.disabled": "Un membre est désactivé",
    },
    withResult: "Envoyer aussi le résultat d’une tâche",
    withResultHint: "Jamais si rien ne doit être conservé.",
    since: "Depuis",
    renew: "Nouveau secret",
    removeTitle: "Retirer ce webhook ?",
    removed: "Le webhook est retiré",
    secretOf: (url) => `Secret de ${url}`,
    secretText: "Votre programme vérifie chaque appel avec lui. Il ne sera plus affiché.",
    copySecret: "Copier le secret",
    stored: "Je l’ai gardé",
  },
  es: {
    title: "Webhooks",
    lead: "Sus propios programas reciben una llamada cuando algo termina, con una firma que la acredita.",
    add: "Fijar un webhook",
    set: "Fijar",
    none: "No hay ningún webhook.",
    url: "Dirección",
    urlHint: "Solo se llama a los hosts que permite el operador.",
    events: "Cuándo",
    names: {
      "job.succeeded": "Un trabajo terminó bien",
      "job.failed": "Un trabajo falló",
      "invoice.issued": "Se emitió una factura",
      "person.disabled": "Se desactivó a un miembro",
    },
    withResult: "Enviar también el resultado de un trabajo",
    withResultHint: "Nunca si no se debe conservar nada.",
    since: "Desde",
    renew: "Nuevo secreto",
    removeTitle: "¿Quitar este webhook?",
    removed: "El webhook está quitado",
    secretOf: (url) => `Secreto de ${url}`,
    secretText: "Su programa comprueba con él cada llamada. No se vuelve a mostrar.",
    copySecret: "Copiar secreto",
    stored: "Lo he guardado",
  },
});
