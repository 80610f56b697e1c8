import { number } from "../state/format.ts";
import { counted, inLanguages } from "../state/language.ts";

/** @param most a count of so many stands for that many or more. */
const upTo = (count: number, most: number, atLeast: string) =>
  count < most ? number(count) : `${atLeast} ${number(most)}`;

export const policyEffectWords = inLanguages({
  en: {
    title: "What this changes",
    shown: (count: number, most: number) => upTo(count, most, "at least"),
    members: counted("It applies to 1 member.", "It applies to # members."),
    removed_results: counted("1 result is removed at once.", "# results are removed at once."),
    erased_recordings: counted("1 recording is erased.", "# recordings are erased."),
    erased_sessions: counted(
      "1 dictation is erased within minutes.",
      "# dictations are erased within minutes.",
    ),
    hidden_sessions: counted(
      "1 dictation stays, and cannot be read as long as nothing may be kept.",
      "# dictations stay, and cannot be read as long as nothing may be kept.",
    ),
    unfinished_jobs: counted("1 job stays until it is done.", "# jobs stay until they are done."),
    ended_keys: counted("1 key stops working.", "# keys stop working."),
    bound_keys: counted(
      "1 key then works from these networks alone.",
      "# keys then work from these networks alone.",
    ),
    without_second_step: counted(
      "1 member has to set up a second step at the next log-in.",
      "# members have to set up a second step at the next log-in.",
    ),
    backups: "Erased content cannot be restored; backups made before still have it.",
  },
  de: {
    title: "Was sich damit ändert",
    shown: (count, most) => upTo(count, most, "mindestens"),
    members: counted("Das gilt für 1 Mitglied.", "Das gilt für # Mitglieder."),
    removed_results: counted("1 Ergebnis wird sofort entfernt.", "# Ergebnisse werden sofort entfernt."),
    erased_recordings: counted("1 Aufnahme wird gelöscht.", "# Aufnahmen werden gelöscht."),
    erased_sessions: counted(
      "1 Diktat wird innerhalb von Minuten gelöscht.",
      "# Diktate werden innerhalb von Minuten gelöscht.",
    ),
    hidden_sessions: counted(
      "1 Diktat bleibt und ist nicht lesbar, solange nichts behalten werden darf.",
      "# Diktate bleiben und sind nicht lesbar, solange nichts behalten werden darf.",
    ),
    unfinished_jobs: counted(
      "1 Auftrag bleibt, bis er fertig ist.",
      "# Aufträge bleiben, bis sie fertig sind.",
    ),
    ended_keys: counted("1 Schlüssel gilt nicht mehr.", "# Schlüssel gelten nicht mehr."),
    bound_keys: counted(
      "1 Schlüssel gilt dann nur aus diesen Netzen.",
      "# Schlüssel gelten dann nur aus diesen Netzen.",
    ),
    without_second_step: counted(
      "1 Mitglied muss bei der nächsten Anmeldung einen zweiten Schritt einrichten.",
      "# Mitglieder müssen bei der nächsten Anmeldung einen zweiten Schritt einrichten.",
    ),
    backups: "Gelöschtes lässt sich nicht wiederherstellen; frühere Sicherungen enthalten es noch.",
  },
  fr: {
    title: "Ce que cela change",
    shown: (count, most) => upTo(count, most, "au moins"),
    members: counted("Cela s’applique à 1 membre.", "Cela s’applique à # membres."),
    removed_results: counted("1 résultat est supprimé aussitôt.", "# résultats sont supprimés aussitôt."),
    erased_recordings: counted("1 enregistrement est effacé.", "# enregistrements sont effacés."),
    erased_sessions: counted(
      "1 dictée est effacée en quelques minutes.",
      "# dictées sont effacées en quelques minutes.",
    ),
    hidden_sessions: counted(
      "1 dictée reste, illisible tant que rien ne peut être conservé.",
      "# dictées restent, illisibles tant que rien ne peut être conservé.",
    ),
    unfinished_jobs: counted("1 tâche reste jusqu’à sa fin.", "# tâches restent jusqu’à leur fin."),
    ended_keys: counted("1 clé n’est plus valable.", "# clés ne sont plus valables."),
    bound_keys: counted(
      "1 clé n’est alors valable que depuis ces réseaux.",
      "# clés ne sont alors valables que depuis ces réseaux.",
    ),
    without_second_step: counted(
      "1 membre doit configurer une deuxième étape à la prochaine connexion.",
      "# membres doivent configurer une deuxième étape à la prochaine connexion.",
    ),
    backups:
      "Ce qui est effacé ne peut pas être rétabli ; les sauvegardes antérieures le contiennent encore.",
  },
  es: {
    title: "Lo que cambia con esto",
    shown: (count, most) => upTo(count, most, "al menos"),
    members: counted("Se aplica a 1 miembro.", "Se aplica a # miembros."),
    removed_results: counted("1 resultado se elimina enseguida.", "# resultados se eliminan enseguida."),
    erased_recordings: counted("1 grabación se borra.", "# grabaciones se borran."),
    erased_sessions: counted("1 dictado se borra en unos minutos.", "# dictados se borran en unos minutos."),
    hidden_sessions: counted(
      "1 dictado queda, y no se puede leer mientras no se permita guardar nada.",
      "# dictados quedan, y no se pueden leer mientras no se permita guardar nada.",
    ),
    unfinished_jobs: counted("1 trabajo queda hasta que termine.", "# trabajos quedan hasta que terminen."),
    ended_keys: counted("1 clave deja de funcionar.", "# claves dejan de funcionar."),
    bound_keys: counted(
      "1 clave funcionará solo desde estas redes.",
      "# claves funcionarán solo desde estas redes.",
    ),
    without_second_step: counted(
      "1 miembro tiene que configurar un segundo paso en el próximo inicio de sesión.",
      "# miembros tienen que configurar un segundo paso en el próximo inicio de sesión.",
    ),
    backups: "Lo borrado no se puede recuperar; las copias de seguridad anteriores aún lo tienen.",
  },
});
