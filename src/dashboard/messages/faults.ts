/** What goes wrong, in a sentence with the next step. Whatever has none here is told in the server's own words. */
import type { ApiFault } from "../client/fault.ts";
import { duration } from "../state/format.ts";
import { inLanguages } from "../state/language.ts";

interface Wait {
  /** Such as “20 s”; null where the server named none. */
  wait: string | null;
}
/** By the code of the failure. */
type Sentences = Readonly<Record<string, (wait: Wait) => string>>;

const sentences = inLanguages({
  en: {
    unreachable: () =>
      "The server did not answer. Check your connection and try again; nothing here is lost.",
    invalid_api_key: () => "Your log-in has ended. Log in again.",
    foreign_request: () => "Your log-in changed in another tab. Load the page again.",
    fresh_log_in_required: () => "This needs a fresh log-in. Try again and log in when you are asked.",
    second_step_required: () =>
      "Your organization asks for a second step of log-in. Set one up under your account.",
    role_required: () => "Your role in the organization does not allow this. Ask one of its administrators.",
    history_unavailable: () => "Your organization keeps no history. Its administrators decide that.",
    rate_limit_exceeded: ({ wait }: Wait) =>
      `Too many requests in a minute. Try again ${wait ? `in ${wait}` : "in a moment"}.`,
    concurrency_limit_exceeded: ({ wait }: Wait) =>
      `Too many recordings at once. Try again ${wait ? `in ${wait}` : "when one is done"}.`,
    payment_method_required: () => "The free usage is used up. Add a payment method under Billing.",
    billing_past_due: () => "An invoice is past due. Settle it under Billing.",
    engine_unavailable: ({ wait }: Wait) =>
      `The recognizer is starting or failed. Try again ${wait ? `in ${wait}` : "in a moment"}.`,
    no_model_installed: () =>
      "No speech model is installed. An administrator installs one with `tiro models install`.",
    storage_full: () => "The server’s disk is full. Tell your administrator; nothing here is lost.",
    storage_unavailable: () => "The server’s database cannot be reached. Try again in a moment.",
    shutting_down: () => "The server is restarting. Try again in a moment.",
    internal_error: () =>
      "The server failed. Try again; if it fails again, tell your administrator the request’s number.",
    unexpected_answer: () =>
      "Something between you and the server answered in its place. Try again, or ask your network’s administrator.",
  },
  de: {
    unreachable: () =>
      "Der Server hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal; hier geht nichts verloren.",
    invalid_api_key: () => "Ihre Anmeldung ist abgelaufen. Melden Sie sich neu an.",
    foreign_request: () => "Ihre Anmeldung hat sich in einem anderen Tab geändert. Laden Sie die Seite neu.",
    fresh_log_in_required: () =>
      "Dafür ist eine frische Anmeldung nötig. Versuchen Sie es noch einmal und melden Sie sich an, wenn Sie gefragt werden.",
    second_step_required: () =>
      "Ihre Organisation verlangt einen zweiten Schritt bei der Anmeldung. Richten Sie ihn in Ihrem Konto ein.",
    role_required: () =>
      "Ihre Rolle in der Organisation erlaubt das nicht. Fragen Sie jemanden aus der Verwaltung.",
    history_unavailable: () =>
      "Ihre Organisation bewahrt keinen Verlauf auf. Das entscheidet ihre Verwaltung.",
    rate_limit_exceeded: ({ wait }) =>
      `Zu viele Anfragen in einer Minute. Versuchen Sie es ${wait ? `in ${wait}` : "gleich"} noch einmal.`,
    concurrency_limit_exceeded: ({ wait }) =>
      `Zu viele Aufnahmen auf einmal. Versuchen Sie es ${wait ? `in ${wait}` : "später"} noch einmal.`,
    payment_method_required: () =>
      "Das freie Kontingent ist verbraucht. Hinterlegen Sie unter «Abrechnung» eine Zahlungsart.",
    billing_past_due: () => "Eine Rechnung ist überfällig. Begleichen Sie sie unter «Abrechnung».",
    engine_unavailable: ({ wait }) =>
      `Die Spracherkennung startet gerade oder ist ausgefallen. Versuchen Sie es ${wait ? `in ${wait}` : "gleich"} noch einmal.`,
    no_model_installed: () =>
      "Es ist kein Sprachmodell installiert. Die Administration installiert eines mit `tiro models install`.",
    storage_full: () =>
      "Die Festplatte des Servers ist voll. Sagen Sie es Ihrer Administration; hier geht nichts verloren.",
    storage_unavailable: () =>
      "Die Datenbank des Servers ist nicht erreichbar. Versuchen Sie es gleich noch einmal.",
    shutting_down: () => "Der Server startet neu. Versuchen Sie es gleich noch einmal.",
    internal_error: () =>
      "Im Server ist etwas fehlgeschlagen. Versuchen Sie es noch einmal; hilft das nicht, nennen Sie Ihrer Administration die Nummer der Anfrage.",
    unexpected_answer: () =>
      "Etwas zwischen Ihnen und dem Server hat an seiner Stelle geantwortet. Versuchen Sie es noch einmal oder fragen Sie die Administration Ihres Netzes.",
  },
  fr: {
    unreachable: () =>
      "Le serveur n’a pas répondu. Vérifiez votre connexion et réessayez ; rien n’est perdu ici.",
    invalid_api_key: () => "Votre session est terminée. Reconnectez-vous.",
    foreign_request: () => "Votre session a changé dans un autre onglet. Rechargez la page.",
    fresh_log_in_required: () =>
      "Cela demande une connexion récente. Réessayez et connectez-vous quand on vous le demande.",
    second_step_required: () =>
      "Votre organisation exige une deuxième étape de connexion. Configurez-la dans votre compte.",
    role_required: () => "Votre rôle dans l’organisation ne le permet pas. Demandez à un administrateur.",
    history_unavailable: () =>
      "Votre organisation ne garde pas d’historique. Ses administrateurs en décident.",
    rate_limit_exceeded: ({ wait }) =>
      `Trop de requêtes en une minute. Réessayez ${wait ? `dans ${wait}` : "dans un instant"}.`,
    concurrency_limit_exceeded: ({ wait }) =>
      `Trop d’enregistrements à la fois. Réessayez ${wait ? `dans ${wait}` : "plus tard"}.`,
    payment_method_required: () =>
      "L’usage gratuit est épuisé. Ajoutez un moyen de paiement sous « Facturation ».",
    billing_past_due: () => "Une facture est en retard. Réglez-la sous « Facturation ».",
    engine_unavailable: ({ wait }) =>
      `La reconnaissance démarre ou est en panne. Réessayez ${wait ? `dans ${wait}` : "dans un instant"}.`,
    no_model_installed: () =>
      "Aucun modèle vocal n’est installé. Un administrateur en installe un avec `tiro models install`.",
    storage_full: () =>
      "Le disque du serveur est plein. Prévenez votre administrateur ; rien n’est perdu ici.",
    storage_unavailable: () => "La base de données du serveur est inaccessible. Réessayez dans un instant.",
    shutting_down: () => "Le serveur redémarre. Réessayez dans un instant.",
    internal_error: () =>
      "Le serveur a échoué. Réessayez ; s’il échoue encore, donnez le numéro de la requête à votre administrateur.",
    unexpected_answer: () =>
      "Quelque chose entre vous et le serveur a répondu à sa place. Réessayez, ou demandez à l’administrateur de votre réseau.",
  },
  es: {
    unreachable: () =>
      "El servidor no ha respondido. Compruebe su conexión y reintente; aquí no se pierde nada.",
    invalid_api_key: () => "Su sesión ha terminado. Inicie sesión de nuevo.",
    foreign_request: () => "Su sesión ha cambiado en otra pestaña. Vuelva a cargar la página.",
    fresh_log_in_required: () =>
      "Esto requiere un inicio de sesión reciente. Reintente e inicie sesión cuando se le pida.",
    second_step_required: () =>
      "Su organización exige un segundo paso al iniciar sesión. Configúrelo en su cuenta.",
    role_required: () => "Su rol en la organización no lo permite. Pregunte a un administrador.",
    history_unavailable: () => "Su organización no guarda historial. Lo deciden sus administradores.",
    rate_limit_exceeded: ({ wait }) =>
      `Demasiadas solicitudes en un minuto. Reintente ${wait ? `en ${wait}` : "en un momento"}.`,
    concurrency_limit_exceeded: ({ wait }) =>
      `Demasiadas grabaciones a la vez. Reintente ${wait ? `en ${wait}` : "más tarde"}.`,
    payment_method_required: () => "El uso gratuito se ha agotado. Añada un medio de pago en «Facturación».",
    billing_past_due: () => "Hay una factura vencida. Páguela en «Facturación».",
    engine_unavailable: ({ wait }) =>
      `El reconocedor está arrancando o ha fallado. Reintente ${wait ? `en ${wait}` : "en un momento"}.`,
    no_model_installed: () =>
      "No hay ningún modelo de voz instalado. Un administrador lo instala con `tiro models install`.",
    storage_full: () => "El disco del servidor está lleno. Avise a su administrador; aquí no se pierde nada.",
    storage_unavailable: () =>
      "No se puede acceder a la base de datos del servidor. Reintente en un momento.",
    shutting_down: () => "El servidor se está reiniciando. Reintente en un momento.",
    internal_error: () =>
      "El servidor ha fallado. Reintente; si vuelve a fallar, dé a su administrador el número de la solicitud.",
    unexpected_answer: () =>
      "Algo entre usted y el servidor ha respondido en su lugar. Reintente o pregunte al administrador de su red.",
  },
});

export function faultText({ code, message, retryAfterSeconds }: ApiFault): string {
  const sentence = (sentences() as Sentences)[code];
  return sentence === undefined
    ? message
    : sentence({ wait: retryAfterSeconds === null ? null : duration(retryAfterSeconds) });
}
