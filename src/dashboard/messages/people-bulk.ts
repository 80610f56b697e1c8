import { counted, inLanguages } from "../state/language.ts";

export const peopleBulk = inLanguages({
  en: {
    choose: "Choose",
    chooseOne: (name: string) => `Choose ${name}`,
    acts: "With the chosen people",
    chosen: counted("1 chosen", "# chosen"),
    clear: "Choose none",
    setPlan: "Set plan",
    planTitle: (plan: string, count: number) =>
      count === 1 ? `Set the plan ${plan} for 1 account?` : `Set the plan ${plan} for ${count} accounts?`,
    planText: "Its limits apply from the next request on.",
    allPlans: "All plans",
    allRoles: "All roles",
    disableTitle: counted("Disable 1 account?", "Disable # accounts?"),
    progress: (done: number, total: number) => `${done} of ${total} done`,
    done: counted("1 account changed", "# accounts changed"),
    refusedTitle: "Not changed",
  },
  de: {
    choose: "Auswählen",
    chooseOne: (name) => `${name} auswählen`,
    acts: "Mit den ausgewählten Personen",
    chosen: (count) => `${count} ausgewählt`,
    clear: "Auswahl aufheben",
    setPlan: "Tarif setzen",
    planTitle: (plan, count) =>
      count === 1 ? `Tarif ${plan} für 1 Konto setzen?` : `Tarif ${plan} für ${count} Konten setzen?`,
    planText: "Seine Grenzen gelten ab der nächsten Anfrage.",
    allPlans: "Alle Tarife",
    allRoles: "Alle Rollen",
    disableTitle: counted("1 Konto sperren?", "# Konten sperren?"),
    progress: (done, total) => `${done} von ${total} erledigt`,
    done: counted("1 Konto geändert", "# Konten geändert"),
    refusedTitle: "Nicht geändert",
  },
  fr: {
    choose: "Choisir",
    chooseOne: (name) => `Choisir ${name}`,
    acts: "Pour les personnes choisies",
    chosen: counted("1 choisie", "# choisies"),
    clear: "Ne rien choisir",
    setPlan: "Changer de formule",
    planTitle: (plan, count) =>
      count === 1
        ? `Passer 1 compte à la formule ${plan} ?`
        : `Passer ${count} comptes à la formule ${plan} ?`,
    planText: "Ses limites s’appliquent dès la prochaine requête.",
    allPlans: "Toutes les formules",
    allRoles: "Tous les rôles",
    disableTitle: counted("Désactiver 1 compte ?", "Désactiver # comptes ?"),
    progress: (done, total) => `${done} sur ${total}`,
    done: counted("1 compte modifié", "# comptes modifiés"),
    refusedTitle: "Non modifiés",
  },
  es: {
    choose: "Elegir",
    chooseOne: (name) => `Elegir a ${name}`,
    acts: "Con las personas elegidas",
    chosen: counted("1 elegida", "# elegidas"),
    clear: "No elegir a nadie",
    setPlan: "Cambiar el plan",
    planTitle: (plan, count) =>
      count === 1 ? `¿Pasar 1 cuenta al plan ${plan}?` : `¿Pasar ${count} cuentas al plan ${plan}?`,
    planText: "Sus límites se aplican desde la próxima solicitud.",
    allPlans: "Todos los planes",
    allRoles: "Todos los roles",
    disableTitle: counted("¿Desactivar 1 cuenta?", "¿Desactivar # cuentas?"),
    progress: (done, total) => `${done} de ${total}`,
    done: counted("1 cuenta cambiada", "# cuentas cambiadas"),
    refusedTitle: "Sin cambios",
  },
});
