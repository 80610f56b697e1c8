/** The other hosts that recognize. */
import { inLanguages } from "../state/language.ts";

export const workerWords = inLanguages({
  en: {
    allReady: (count: number, shown: string) =>
      count === 1 ? "The worker is ready." : `All ${shown} workers are ready.`,
    someReady: (ready: string, count: string) => `${ready} of ${count} workers are ready.`,
    brokerGone:
      "The broker does not answer, so no worker can be reached. Check that it runs and that this server reaches it.",
    none: "No worker was added. Add one on this machine, then copy the folder to the other host and start tiro worker there.",
    states: {
      unseen: "Not seen yet",
      ready: "Ready",
      draining: "Draining",
      lost: "Lost",
      refused: "Refused",
    },
    drained: "Drained",
    says: {
      unseen: "Copy its folder to the host and start tiro worker there.",
      ready: "",
      draining: "It finishes its work and takes no more.",
      lost: "It has stopped reporting; its work continues elsewhere. Check the host, its service and the broker.",
      refused: "",
    },
    drainedSays: "It has nothing left to do. You can switch it off.",
    clockDiffers: (by: string) => `Its clock differs by ${by}. Set it right.`,
    worksOn: (count: string, most: string) => `open streams: ${count}; at most ${most} recordings at once`,
    reported: (time: string) => `last report ${time}`,
    cores: (count: number, shown: string) =>
      count === 1 ? "Processor, 1 core" : `Processor, ${shown} cores`,
    drain: "Drain",
    drainTitle: (name: string) => `Drain ${name}?`,
    drainText:
      "It finishes its work and takes no more until you resume it. If no other recognizer has its packs, recordings wait.",
    draining: (name: string) => `${name} takes no more work`,
    resume: "Resume",
    resumed: (name: string) => `${name} takes work again`,
  },
  de: {
    allReady: (count, shown) =>
      count === 1 ? "Der Worker ist bereit." : `Alle ${shown} Worker sind bereit.`,
    someReady: (ready, count) => `${ready} von ${count} Workern sind bereit.`,
    brokerGone:
      "Der Broker antwortet nicht, deshalb ist kein Worker erreichbar. Prüfen Sie, ob er läuft und ob dieser Server ihn erreicht.",
    none: "Es wurde noch kein Worker hinzugefügt. Fügen Sie auf dieser Maschine einen hinzu, kopieren Sie den Ordner auf den anderen Rechner und starten Sie dort tiro worker.",
    states: {
      unseen: "Noch nie gesehen",
      ready: "Bereit",
      draining: "Läuft leer",
      lost: "Verloren",
      refused: "Abgelehnt",
    },
    drained: "Leer",
    says: {
      unseen: "Kopieren Sie seinen Ordner auf den Rechner und starten Sie dort tiro worker.",
      ready: "",
      draining: "Er beendet seine Arbeit und nimmt keine neue an.",
      lost: "Er meldet sich nicht mehr; seine Arbeit läuft anderswo weiter. Prüfen Sie den Rechner, den Dienst und den Broker.",
      refused: "",
    },
    drainedSays: "Er hat nichts mehr zu tun. Sie können ihn abschalten.",
    clockDiffers: (by) => `Seine Uhr weicht um ${by} ab. Stellen Sie sie richtig.`,
    worksOn: (count, most) => `offene Ströme: ${count}; höchstens ${most} Aufnahmen zugleich`,
    reported: (time) => `letzte Meldung ${time}`,
    cores: (count, shown) => (count === 1 ? "Prozessor, 1 Kern" : `Prozessor, ${shown} Kerne`),
    drain: "Leeren",
    drainTitle: (name) => `${name} leeren?`,
    drainText:
      "Er beendet seine Arbeit und nimmt keine neue an, bis Sie ihn fortsetzen. Hat keine andere Spracherkennung seine Pakete, warten die Aufnahmen.",
    draining: (name) => `${name} nimmt keine neue Arbeit an`,
    resume: "Fortsetzen",
    resumed: (name) => `${name} nimmt wieder Arbeit an`,
  },
  fr: {
    allReady: (count, shown) => (count === 1 ? "Le worker est prêt." : `Les ${shown} workers sont prêts.`),
    someReady: (ready, count) => `Workers prêts : ${ready} sur ${count}.`,
    brokerGone:
      "Le broker ne répond pas : aucun worker n’est joignable. Vérifiez qu’il fonctionne et que ce serveur peut l’atteindre.",
    none: "Aucun worker n’a été ajouté. Ajoutez-en un sur cette machine, copiez le dossier sur l’autre hôte et lancez-y tiro worker.",
    states: { unseen: "Jamais vu", ready: "Prêt", draining: "Se vide", lost: "Perdu", refused: "Refusé" },
    drained: "Vide",
    says: {
      unseen: "Copiez son dossier sur l’hôte et lancez-y tiro worker.",
      ready: "",
      draining: "Il termine son travail et n’en prend plus.",
      lost: "Il ne donne plus signe de vie ; son travail continue ailleurs. Vérifiez l’hôte, son service et le broker.",
      refused: "",
    },
    drainedSays: "Il n’a plus rien à faire. Vous pouvez l’éteindre.",
    clockDiffers: (by) => `Son horloge diffère de ${by}. Réglez-la.`,
    worksOn: (count, most) => `flux ouverts : ${count} ; ${most} enregistrements à la fois au plus`,
    reported: (time) => `dernier signe ${time}`,
    cores: (count, shown) => (count === 1 ? "Processeur, 1 cœur" : `Processeur, ${shown} cœurs`),
    drain: "Vider",
    drainTitle: (name) => `Vider ${name} ?`,
    drainText:
      "Il termine son travail et n’en prend plus avant la reprise. Si aucun autre moteur n’a ses paquets, les enregistrements attendent.",
    draining: (name) => `${name} ne prend plus de travail`,
    resume: "Reprendre",
    resumed: (name) => `${name} reprend du travail`,
  },
  es: {
    allReady: (count, shown) =>
      count === 1 ? "El worker está listo." : `Los ${shown} workers están listos.`,
    someReady: (ready, count) => `Workers listos: ${ready} de ${count}.`,
    brokerGone:
      "El bróker no responde, así que no se puede llegar a ningún worker. Compruebe que funciona y que este servidor llega a él.",
    none: "No se ha añadido ningún worker. Añada uno en esta máquina, copie la carpeta al otro equipo e inicie allí tiro worker.",
    states: {
      unseen: "Nunca visto",
      ready: "Listo",
      draining: "Vaciándose",
      lost: "Perdido",
      refused: "Rechazado",
    },
    drained: "Vacío",
    says: {
      unseen: "Copie su carpeta al equipo e inicie allí tiro worker.",
      ready: "",
      draining: "Termina su trabajo y no acepta más.",
      lost: "Ya no da señales; su trabajo continúa en otro sitio. Compruebe el equipo, su servicio y el bróker.",
      refused: "",
    },
    drainedSays: "No le queda nada por hacer. Puede apagarlo.",
    clockDiffers: (by) => `Su reloj difiere en ${by}. Póngalo en hora.`,
    worksOn: (count, most) => `flujos abiertos: ${count}; ${most} grabaciones a la vez como máximo`,
    reported: (time) => `última señal ${time}`,
    cores: (count, shown) => (count === 1 ? "Procesador, 1 núcleo" : `Procesador, ${shown} núcleos`),
    drain: "Vaciar",
    drainTitle: (name) => `¿Vaciar ${name}?`,
    drainText:
      "Termina su trabajo y no acepta más hasta que lo reanude. Si ningún otro reconocedor tiene sus paquetes, las grabaciones esperan.",
    draining: (name) => `${name} no acepta más trabajo`,
    resume: "Reanudar",
    resumed: (name) => `${name} vuelve a aceptar trabajo`,
  },
});
