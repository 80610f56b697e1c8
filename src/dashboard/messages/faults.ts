/** Faults, each in a sentence with the next step. The others are shown in the server's own words. */
import type { ApiFault, FaultIssue } from "../client/fault.ts";
import { duration } from "../state/format.ts";
import { inLanguages } from "../state/language.ts";

interface Wait {
  /** Such as “20 s”; null if the server named none. */
  wait: string | null;
}
/** By the code of the failure. */
type Sentences = Readonly<Record<string, string | ((wait: Wait) => string)>>;

const sentences = inLanguages({
  en: {
    local_import_failed:
      "The transcript cannot be read. It must be srt, vtt, json or text, as tiro exports them.",
    local_recording_gone: "This recording is no longer in this browser.",
    browser_storage:
      "This browser did not store it: it has no room, or its key cannot be read now. Try again.",
    unreachable: "The server did not answer. Check your connection and try again; nothing here is lost.",
    invalid_api_key: "Your log-in has ended. Log in again.",
    foreign_request: "Your log-in changed in another tab. Load the page again.",
    revision_conflict: "This text was changed elsewhere meanwhile. Read it again first.",
    another_person: "Somebody else has logged in in this browser. Nothing was sent; it is kept here.",
    policy_changed:
      "Your organizations, or their rules for your words, have changed. Nothing was sent. See the current rules, then try again.",
    fresh_log_in_required: "This needs a fresh log-in. Try again and log in when you are asked.",
    second_step_required:
      "This asks for a log-in with a second step or a passkey. Set one up under You, log in with it, then repeat this.",
    administrator_required: "Only administrators of this server may do this.",
    role_required: "Your role in the organization does not allow this. Ask one of its administrators.",
    history_unavailable: "Your organization keeps no history. Its administrators decide that.",
    rate_limit_exceeded: ({ wait }: Wait) =>
      `Too many requests in a minute. Try again ${wait ? `in ${wait}` : "in a moment"}.`,
    concurrency_limit_exceeded: ({ wait }: Wait) =>
      `Too many recordings at once. Try again ${wait ? `in ${wait}` : "when one is done"}.`,
    quota_exceeded: ({ wait }: Wait) =>
      `Your allowance of recognized audio is used up. There is more ${wait ? `in ${wait}` : "later"}; Usage shows the limits.`,
    payment_method_required: "The free usage is used up. Add a payment method on the page Usage.",
    billing_past_due: "An invoice is past due. Settle it on the page Usage.",
    engine_unavailable: ({ wait }: Wait) =>
      `The recognizer is starting or failed. Try again ${wait ? `in ${wait}` : "in a moment"}.`,
    no_model_installed:
      "No speech model is installed. An administrator installs one with `tiro models install`.",
    storage_full: "The server’s disk is full. Tell your administrator; nothing here is lost.",
    storage_unavailable: "The server’s database cannot be reached. Try again in a moment.",
    shutting_down: "The server is restarting. Try again in a moment.",
    internal_error:
      "The server failed. Try again; if it fails again, give your administrator the request’s number.",
    account_disabled: "This account is disabled. Ask an administrator.",
    address_not_allowed: "Your organization does not allow this from your network.",
    audio_too_long: "The recording is too long for this.",
    audio_too_short: "The recording is too short. Speak a little longer.",
    file_too_large: "The file is too large.",
    invalid_audio: "The recording cannot be read: it is damaged, cut short, or holds no sound.",
    person_not_found: "This person’s account no longer exists. Load the page again.",
    key_not_found: "This key no longer exists. Load the page again.",
    task_not_found: "This task no longer exists: the server has restarted since. Load the page again.",
    task_conflict: "This is under way already, or can no longer be cancelled.",
    worker_not_found: "This worker no longer belongs to the server. Load the page again.",
    job_not_found: "This recording no longer exists. Load the page again.",
    session_not_found: "This dictation no longer exists. Load the page again.",
    language_not_available: "No installed speech model recognizes this language.",
    payload_too_large: "This is too much at once. Send less.",
    transcript_customizations_conflict:
      "Your words were changed elsewhere meanwhile. Load the page again and repeat the change.",
    unsupported_media_type: "Files of this kind cannot be read.",
    upload_too_slow: "The upload came too slowly. Try again with a better connection.",
    request_timeout: "This took too long. Try again.",
    unexpected_answer:
      "Something between you and the server answered in its place. Try again, or ask your network’s administrator.",
  },
  de: {
    local_import_failed:
      "Das Transkript ist nicht lesbar. Es muss srt, vtt, json oder Text sein, wie tiro sie exportiert.",
    local_recording_gone: "Diese Aufnahme ist nicht mehr in diesem Browser.",
    browser_storage:
      "Dieser Browser hat es nicht gespeichert: Es fehlt Platz, oder sein Schlüssel ist gerade nicht lesbar. Versuchen Sie es noch einmal.",
    unreachable:
      "Der Server hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal; hier geht nichts verloren.",
    invalid_api_key: "Ihre Anmeldung ist abgelaufen. Melden Sie sich neu an.",
    foreign_request: "Ihre Anmeldung hat sich in einem anderen Tab geändert. Laden Sie die Seite neu.",
    revision_conflict: "Dieser Text wurde inzwischen anderswo geändert. Laden Sie ihn zuerst neu.",
    another_person:
      "In diesem Browser hat sich jemand anderes angemeldet. Es wurde nichts gesendet; es bleibt hier erhalten.",
    policy_changed:
      "Ihre Organisationen oder deren Regeln für Ihre Texte haben sich geändert. Es wurde nichts gesendet. Sehen Sie nach, was jetzt gilt, und versuchen Sie es noch einmal.",
    fresh_log_in_required:
      "Dafür müssen Sie sich noch einmal anmelden. Versuchen Sie es erneut und melden Sie sich an, wenn Sie gefragt werden.",
    second_step_required:
      "Das verlangt eine Anmeldung mit zweitem Schritt oder Passkey. Richten Sie das in Ihrem Konto ein, melden Sie sich damit an, und wiederholen Sie es.",
    administrator_required: "Das dürfen nur Administratoren dieses Servers.",
    role_required:
      "Ihre Rolle in der Organisation erlaubt das nicht. Fragen Sie einen ihrer Administratoren.",
    history_unavailable:
      "Ihre Organisation bewahrt keinen Verlauf auf. Das entscheiden ihre Administratoren.",
    rate_limit_exceeded: ({ wait }) =>
      `Zu viele Anfragen in einer Minute. Versuchen Sie es ${wait ? `in ${wait}` : "gleich"} noch einmal.`,
    concurrency_limit_exceeded: ({ wait }) =>
      `Zu viele Aufnahmen auf einmal. Versuchen Sie es ${wait ? `in ${wait}` : "später"} noch einmal.`,
    quota_exceeded: ({ wait }) =>
      `Ihr Kontingent an erkanntem Ton ist verbraucht. ${wait ? `In ${wait}` : "Später"} gibt es neues; die Grenzen stehen unter „Verbrauch“.`,
    payment_method_required:
      "Das freie Kontingent ist verbraucht. Hinterlegen Sie unter „Verbrauch“ eine Zahlungsart.",
    billing_past_due: "Eine Rechnung ist überfällig. Begleichen Sie sie unter „Verbrauch“.",
    engine_unavailable: ({ wait }) =>
      `Die Spracherkennung startet gerade oder ist ausgefallen. Versuchen Sie es ${wait ? `in ${wait}` : "gleich"} noch einmal.`,
    no_model_installed:
      "Es ist kein Sprachmodell installiert. Die Administration installiert eines mit `tiro models install`.",
    storage_full:
      "Die Festplatte des Servers ist voll. Sagen Sie es Ihrer Administration; hier geht nichts verloren.",
    storage_unavailable:
      "Die Datenbank des Servers ist nicht erreichbar. Versuchen Sie es gleich noch einmal.",
    shutting_down: "Der Server startet neu. Versuchen Sie es gleich noch einmal.",
    internal_error:
      "Im Server ist etwas fehlgeschlagen. Versuchen Sie es noch einmal; hilft das nicht, nennen Sie Ihrer Administration die Nummer der Anfrage.",
    account_disabled: "Dieses Konto ist gesperrt. Fragen Sie Ihre Administration.",
    address_not_allowed: "Ihre Organisation erlaubt das nicht aus Ihrem Netz.",
    audio_too_long: "Die Aufnahme ist dafür zu lang.",
    audio_too_short: "Die Aufnahme ist zu kurz. Sprechen Sie etwas länger.",
    file_too_large: "Die Datei ist zu groß.",
    invalid_audio: "Die Aufnahme ist nicht lesbar: Sie ist beschädigt, abgeschnitten oder ohne Ton.",
    person_not_found: "Dieses Konto gibt es nicht mehr. Laden Sie die Seite neu.",
    key_not_found: "Diesen Schlüssel gibt es nicht mehr. Laden Sie die Seite neu.",
    task_not_found:
      "Dieser Vorgang ist nicht mehr bekannt: Der Server wurde seither neu gestartet. Laden Sie die Seite neu.",
    task_conflict: "Das läuft bereits oder lässt sich nicht mehr abbrechen.",
    worker_not_found: "Dieser Worker gehört nicht mehr zum Server. Laden Sie die Seite neu.",
    job_not_found: "Diese Aufnahme gibt es nicht mehr. Laden Sie die Seite neu.",
    session_not_found: "Dieses Diktat gibt es nicht mehr. Laden Sie die Seite neu.",
    language_not_available: "Kein installiertes Sprachmodell kennt diese Sprache.",
    payload_too_large: "Das ist zu viel auf einmal. Senden Sie weniger.",
    transcript_customizations_conflict:
      "Ihre Wörter wurden inzwischen anderswo geändert. Laden Sie die Seite neu und wiederholen Sie die Änderung.",
    unsupported_media_type: "Dateien dieser Art lassen sich nicht lesen.",
    upload_too_slow:
      "Das Hochladen war zu langsam. Versuchen Sie es mit einer besseren Verbindung noch einmal.",
    request_timeout: "Das hat zu lange gedauert. Versuchen Sie es noch einmal.",
    unexpected_answer:
      "Etwas zwischen Ihnen und dem Server hat an seiner Stelle geantwortet. Versuchen Sie es noch einmal oder fragen Sie die Administration Ihres Netzes.",
  },
  fr: {
    local_import_failed:
      "La transcription est illisible. Elle doit être en srt, vtt, json ou texte, comme tiro les exporte.",
    local_recording_gone: "Cet enregistrement n’est plus dans ce navigateur.",
    browser_storage:
      "Ce navigateur ne l’a pas enregistré : il manque de place, ou sa clé n’est pas lisible pour l’instant. Réessayez.",
    unreachable: "Le serveur n’a pas répondu. Vérifiez votre connexion et réessayez ; rien n’est perdu ici.",
    invalid_api_key: "Votre session est terminée. Reconnectez-vous.",
    foreign_request: "Votre session a changé dans un autre onglet. Rechargez la page.",
    revision_conflict: "Ce texte a été modifié ailleurs entre-temps. Relisez-le d’abord.",
    another_person:
      "Une autre personne s’est connectée dans ce navigateur. Rien n’a été envoyé ; tout est conservé ici.",
    policy_changed:
      "Vos organisations, ou leurs règles pour vos textes, ont changé. Rien n’a été envoyé. Consultez les règles en vigueur, puis réessayez.",
    fresh_log_in_required:
      "Cela demande une connexion récente. Réessayez et connectez-vous quand on vous le demande.",
    second_step_required:
      "Cela demande une connexion avec deuxième étape ou clé d’accès. Configurez-la dans votre compte, connectez-vous avec elle, puis recommencez.",
    administrator_required: "Seuls les administrateurs de ce serveur peuvent faire cela.",
    role_required: "Votre rôle dans l’organisation ne le permet pas. Adressez-vous à un administrateur.",
    history_unavailable: "Votre organisation ne garde pas d’historique. Ses administrateurs en décident.",
    rate_limit_exceeded: ({ wait }) =>
      `Trop de requêtes en une minute. Réessayez ${wait ? `dans ${wait}` : "dans un instant"}.`,
    concurrency_limit_exceeded: ({ wait }) =>
      `Trop d’enregistrements à la fois. Réessayez ${wait ? `dans ${wait}` : "plus tard"}.`,
    quota_exceeded: ({ wait }) =>
      `Votre quota d’audio est épuisé. Il se renouvelle ${wait ? `dans ${wait}` : "plus tard"} ; les limites se trouvent sous « Consommation ».`,
    payment_method_required:
      "L’usage gratuit est épuisé. Ajoutez un moyen de paiement sous « Consommation ».",
    billing_past_due: "Une facture est en retard. Réglez-la sous « Consommation ».",
    engine_unavailable: ({ wait }) =>
      `La reconnaissance démarre ou est en panne. Réessayez ${wait ? `dans ${wait}` : "dans un instant"}.`,
    no_model_installed:
      "Aucun modèle vocal n’est installé. Un administrateur en installe un avec `tiro models install`.",
    storage_full: "Le disque du serveur est plein. Prévenez votre administrateur ; rien n’est perdu ici.",
    storage_unavailable: "La base de données du serveur est inaccessible. Réessayez dans un instant.",
    shutting_down: "Le serveur redémarre. Réessayez dans un instant.",
    internal_error:
      "Une erreur s’est produite sur le serveur. Réessayez ; si elle se répète, donnez le numéro de la requête à votre administrateur.",
    account_disabled: "Ce compte est désactivé. Adressez-vous à un administrateur.",
    address_not_allowed: "Votre organisation ne le permet pas depuis votre réseau.",
    audio_too_long: "L’enregistrement est trop long pour cela.",
    audio_too_short: "L’enregistrement est trop court. Parlez un peu plus longtemps.",
    file_too_large: "Le fichier est trop volumineux.",
    invalid_audio: "L’enregistrement est illisible : il est endommagé, tronqué ou sans son.",
    person_not_found: "Ce compte n’existe plus. Rechargez la page.",
    key_not_found: "Cette clé n’existe plus. Rechargez la page.",
    task_not_found: "Cette opération n’est plus connue : le serveur a redémarré depuis. Rechargez la page.",
    task_conflict: "C’est déjà en cours, ou cela ne peut plus être annulé.",
    worker_not_found: "Ce worker n’appartient plus au serveur. Rechargez la page.",
    job_not_found: "Cet enregistrement n’existe plus. Rechargez la page.",
    session_not_found: "Cette dictée n’existe plus. Rechargez la page.",
    language_not_available: "Aucun modèle vocal installé ne connaît cette langue.",
    payload_too_large: "C’est trop à la fois. Envoyez-en moins.",
    transcript_customizations_conflict:
      "Vos mots ont été modifiés ailleurs entre-temps. Rechargez la page et refaites la modification.",
    unsupported_media_type: "Les fichiers de ce type ne peuvent pas être lus.",
    upload_too_slow: "L’envoi était trop lent. Réessayez avec une meilleure connexion.",
    request_timeout: "Cela a pris trop de temps. Réessayez.",
    unexpected_answer:
      "Quelque chose entre vous et le serveur a répondu à sa place. Réessayez, ou demandez à l’administrateur de votre réseau.",
  },
  es: {
    local_import_failed:
      "No se puede leer la transcripción. Debe ser srt, vtt, json o texto, como los exporta tiro.",
    local_recording_gone: "Esta grabación ya no está en este navegador.",
    browser_storage:
      "Este navegador no lo ha guardado: no hay sitio, o su clave no se puede leer ahora. Inténtelo de nuevo.",
    unreachable: "El servidor no ha respondido. Compruebe su conexión y reintente; aquí no se pierde nada.",
    invalid_api_key: "Su sesión ha terminado. Inicie sesión de nuevo.",
    foreign_request: "Su sesión ha cambiado en otra pestaña. Vuelva a cargar la página.",
    revision_conflict: "Este texto se ha cambiado mientras tanto en otro lugar. Vuelva a leerlo primero.",
    another_person:
      "Otra persona ha iniciado sesión en este navegador. No se ha enviado nada; se conserva aquí.",
    policy_changed:
      "Sus organizaciones, o sus reglas para sus textos, han cambiado. No se ha enviado nada. Consulte las reglas vigentes y reintente.",
    fresh_log_in_required:
      "Esto requiere un inicio de sesión reciente. Reintente e inicie sesión cuando se le pida.",
    second_step_required:
      "Esto requiere iniciar sesión con un segundo paso o una llave de acceso. Configúrelo en su cuenta, inicie sesión así y repítalo.",
    administrator_required: "Solo los administradores de este servidor pueden hacer esto.",
    role_required: "Su rol en la organización no lo permite. Pregunte a un administrador.",
    history_unavailable: "Su organización no guarda historial. Lo deciden sus administradores.",
    rate_limit_exceeded: ({ wait }) =>
      `Demasiadas solicitudes en un minuto. Reintente ${wait ? `en ${wait}` : "en un momento"}.`,
    concurrency_limit_exceeded: ({ wait }) =>
      `Demasiadas grabaciones a la vez. Reintente ${wait ? `en ${wait}` : "más tarde"}.`,
    quota_exceeded: ({ wait }) =>
      `Su cuota de audio se ha agotado. Se renueva ${wait ? `en ${wait}` : "más tarde"}; los límites están en «Consumo».`,
    payment_method_required: "El uso gratuito se ha agotado. Añada un medio de pago en «Consumo».",
    billing_past_due: "Hay una factura vencida. Páguela en «Consumo».",
    engine_unavailable: ({ wait }) =>
      `El reconocedor está arrancando o ha fallado. Reintente ${wait ? `en ${wait}` : "en un momento"}.`,
    no_model_installed:
      "No hay ningún modelo de voz instalado. Un administrador lo instala con `tiro models install`.",
    storage_full: "El disco del servidor está lleno. Avise a su administrador; aquí no se pierde nada.",
    storage_unavailable: "No se puede acceder a la base de datos del servidor. Reintente en un momento.",
    shutting_down: "El servidor se está reiniciando. Reintente en un momento.",
    internal_error:
      "El servidor ha fallado. Reintente; si vuelve a fallar, dé a su administrador el número de la solicitud.",
    account_disabled: "Esta cuenta está desactivada. Pregunte a un administrador.",
    address_not_allowed: "Su organización no lo permite desde su red.",
    audio_too_long: "La grabación es demasiado larga para esto.",
    audio_too_short: "La grabación es demasiado corta. Hable un poco más.",
    file_too_large: "El archivo es demasiado grande.",
    invalid_audio: "No se puede leer la grabación: está dañada, cortada o sin sonido.",
    person_not_found: "Esta cuenta ya no existe. Vuelva a cargar la página.",
    key_not_found: "Esta clave ya no existe. Vuelva a cargar la página.",
    task_not_found:
      "Esta operación ya no se conoce: el servidor se ha reiniciado desde entonces. Vuelva a cargar la página.",
    task_conflict: "Ya está en curso o ya no se puede cancelar.",
    worker_not_found: "Este worker ya no pertenece al servidor. Vuelva a cargar la página.",
    job_not_found: "Esta grabación ya no existe. Vuelva a cargar la página.",
    session_not_found: "Este dictado ya no existe. Vuelva a cargar la página.",
    language_not_available: "Ningún modelo de voz instalado conoce este idioma.",
    payload_too_large: "Es demasiado de una vez. Envíe menos.",
    transcript_customizations_conflict:
      "Sus palabras se han cambiado entretanto en otro lugar. Vuelva a cargar la página y repita el cambio.",
    unsupported_media_type: "Los archivos de este tipo no se pueden leer.",
    upload_too_slow: "El envío fue demasiado lento. Reintente con una conexión mejor.",
    request_timeout: "Ha tardado demasiado. Reintente.",
    unexpected_answer:
      "Algo entre usted y el servidor ha respondido en su lugar. Reintente o pregunte al administrador de su red.",
  },
});

/** At a field: what the code says where it is one of these, and else what the server says of the field. */
export function issueText(fault: ApiFault, issue: FaultIssue): string {
  return Object.hasOwn(sentences, fault.code) ? faultText(fault) : issue.message;
}

export function faultText({ code, message, retryAfterSeconds }: ApiFault): string {
  const sentence = Object.hasOwn(sentences, code) ? (sentences as object as Sentences)[code] : undefined;
  if (typeof sentence !== "function") return sentence ?? message;
  return sentence({ wait: retryAfterSeconds === null ? null : duration(retryAfterSeconds) });
}
