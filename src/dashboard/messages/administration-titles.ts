import { inLanguages } from "../state/language.ts";

const titles = inLanguages({
  en: { organization: "Organization", people: "People", audit: "Audit log" },
  de: { organization: "Organisation", people: "Personen", audit: "Prüfprotokoll" },
  fr: { organization: "Organisation", people: "Personnes", audit: "Journal d’audit" },
  es: { organization: "Organización", people: "Personas", audit: "Registro de auditoría" },
});

export const organizationTitle = () => titles().organization;
export const peopleTitle = () => titles().people;
export const auditTitle = () => titles().audit;
