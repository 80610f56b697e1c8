import { inLanguages } from "../state/language.ts";

const titles = inLanguages({
  en: { people: "People", audit: "Audit log" },
  de: { people: "Personen", audit: "Prüfprotokoll" },
  fr: { people: "Personnes", audit: "Journal d’audit" },
  es: { people: "Personas", audit: "Registro de auditoría" },
});

export const peopleTitle = () => titles().people;
export const auditTitle = () => titles().audit;
