import { number } from "../state/format.ts";
import { inLanguages } from "../state/language.ts";

/** @param most a count of so many stands for that many or more. */
const counted = (count: number, most: number, atLeast: string) =>
  count < most ? number(count) : `${atLeast} ${number(most)}`;

export const policyEffectWords = inLanguages({
  en: {
    title: "What this changes",
    shown: (count: number, most: number) => counted(count, most, "at least"),
    members: (count: number, shown: string) =>
      count === 1 ? "It applies to 1 member." : `It applies to ${shown} members.`,
    removed_results: (count: number, shown: string) =>
      count === 1 ? "1 result is removed at once." : `${shown} results are removed at once.`,
    erased_recordings: (count: number, shown: string) =>
      count === 1 ? "1 recording is erased." : `${shown} recordings are erased.`,
    erased_sessions: (count: number, shown: string) =>
      count === 1
        ? "1 dictation is erased within minutes."
        : `${shown} dictations are erased within minutes.`,
    hidden_sessions: (count: number, shown: string) =>
      count === 1
        ? "1 dictation stays, and cannot be read as long as nothing may be kept."
        : `${shown} dictations stay, and cannot be read as long as nothing may be kept.`,
    unfinished_jobs: (count: number, shown: string) =>
      count === 1 ? "1 job stays until it is done." : `${shown} jobs stay until they are done.`,
    ended_keys: (count: number, shown: string) =>
      count === 1 ? "1 key stops working." : `${shown} keys stop working.`,
    bound_keys: (count: number, shown: string) =>
      count === 1
        ? "1 key then works from these networks alone."
        : `${shown} keys then work from these networks alone.`,
    without_second_step: (count: number, shown: string) =>
      count === 1
        ? "1 member has to set up a second step at the next log-in."
        : `${shown} members have to set up a second step at the next log-in.`,
    backups: "Erased content cannot be restored; backups made before still have it.",
  },
  de: {
    title: "Was sich damit ändert",
    shown: (count, most) => counted(count, most, "mindestens"),
    members: (count, shown) =>
      count === 1 ? "Das gilt für 1 Mitglied." : `Das gilt für ${shown} Mitglieder.`,
    removed_results: (count, shown) =>
      count === 1 ? "1 Ergebnis wird sofort entfernt." : `${shown} Ergebnisse werden sofort entfernt.`,
    erased_recordings: (count, shown) =>
      count === 1 ? "1 Aufnahme wird gelöscht." : `${shown} Aufnahmen werden gelöscht.`,
    erased_sessions: (count, shown) =>
      count === 1
        ? "1 Diktat wird innerhalb von Minuten gelöscht."
        : `${shown} Diktate werden innerhalb von Minuten gelöscht.`,
    hidden_sessions: (count, shown) =>
      count === 1
        ? "1 Diktat bleibt und ist nicht lesbar, solange nichts behalten werden darf."
        : `${shown} Diktate bleiben und sind nicht lesbar, solange nichts behalten werden darf.`,
    unfinished_jobs: (count, shown) =>
      count === 1
        ? "1 Auftrag bleibt, bis er fertig ist."
        : `${shown} Aufträge bleiben, bis sie fertig sind.`,
    ended_keys: (count, shown) =>
      count === 1 ? "1 Schlüssel gilt nicht mehr." : `${shown} Schlüssel gelten nicht mehr.`,
    bound_keys: (count, shown) =>
      count === 1
        ? "1 Schlüssel gilt dann nur aus diesen Netzen."
        : `${shown} Schlüssel gelten dann nur aus diesen Netzen.`,
    without_second_step: (count, shown) =>
      count === 1
        ? "1 Mitglied muss bei der nächsten Anmeldung einen zweiten Schritt einrichten."
        : `${shown} Mitglieder müssen bei der nächsten Anmeldung einen zweiten Schritt einrichten.`,
    backups: "Gelöschtes lässt sich nicht wiederherstellen; frühere Sicherungen enthalten es noch.",
  },
  fr: {
    title: "Ce que cela change",
    shown: (count, most) => counted(count, most, "au moins"),
    members: (count, shown) =>
      count === 1 ? "Cela s’applique à 1 membre." : `Cela s’applique à ${shown} membres.`,
    removed_results: (count, shown) =>
      count === 1 ? "1 résultat est supprimé aussitôt." : `${shown} résultats sont supprimés aussitôt.`,
    erased_recordings: (count, shown) =>
      count === 1 ? "1 enregistrement est effacé." : `${shown} enregistrements sont effacés.`,
    erased_sessions: (count, shown) =>
      count === 1
        ? "1 dictée est effacée en quelques minutes."
        : `${shown} dictées sont effacées en quelques minutes.`,
    hidden_sessions: (count, shown) =>
      count === 1
        ? "1 dictée reste, illisible tant que rien ne peut être conservé."
        : `${shown} dictées restent, illisibles tant que rien ne peut être conservé.`,
    unfinished_jobs: (count, shown) =>
      count === 1 ? "1 tâche reste jusqu’à sa fin." : `${shown} tâches restent jusqu’à leur fin.`,
    ended_keys: (count, shown) =>
      count === 1 ? "1 clé n’est plus valable." : `${shown} clés ne sont plus valables.`,
    bound_keys: (count, shown) =>
      count === 1
        ? "1 clé n’est alors valable que depuis ces réseaux."
        : `${shown} clés ne sont alors valables que depuis ces réseaux.`,
    without_second_step: (count, shown) =>
      count === 1
        ? "1 membre doit configurer une deuxième étape à la prochaine connexion."
        : `${shown} membres doivent configurer une deuxième étape à la prochaine connexion.`,
    backups:
      "Ce qui est effacé ne peut pas être rétabli ; les sauvegardes antérieures le contiennent encore.",
  },
  es: {
    title: "Lo que cambia con esto",
    shown: (count, most) => counted(count, most, "al menos"),
    members: (count, shown) => (count === 1 ? "Se aplica a 1 miembro." : `Se aplica a ${shown} miembros.`),
    removed_results: (count, shown) =>
      count === 1 ? "1 resultado se elimina enseguida." : `${shown} resultados se eliminan enseguida.`,
    erased_recordings: (count, shown) =>
      count === 1 ? "1 grabación se borra." : `${shown} grabaciones se borran.`,
    erased_sessions: (count, shown) =>
      count === 1 ? "1 dictado se borra en unos minutos." : `${shown} dictados se borran en unos minutos.`,
    hidden_sessions: (count, shown) =>
      count === 1
        ? "1 dictado queda, y no se puede leer mientras no se permita guardar nada."
        : `${shown} dictados quedan, y no se pueden leer mientras no se permita guardar nada.`,
    unfinished_jobs: (count, shown) =>
      count === 1 ? "1 trabajo queda hasta que termine." : `${shown} trabajos quedan hasta que terminen.`,
    ended_keys: (count, shown) =>
      count === 1 ? "1 clave deja de funcionar." : `${shown} claves dejan de funcionar.`,
    bound_keys: (count, shown) =>
      count === 1
        ? "1 clave funcionará solo desde estas redes."
        : `${shown} claves funcionarán solo desde estas redes.`,
    without_second_step: (count, shown) =>
      count === 1
        ? "1 miembro tiene que configurar un segundo paso en el próximo inicio de sesión."
        : `${shown} miembros tienen que configurar un segundo paso en el próximo inicio de sesión.`,
    backups: "Lo borrado no se puede recuperar; las copias de seguridad anteriores aún lo tienen.",
  },
});
