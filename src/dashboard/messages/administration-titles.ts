import { inLanguages } from "../state/language.ts";

const titles = inLanguages({
  en: { organization: "Organization", people: "People", audit: "Audit log", server: "Server" },
  de: { organization: "Organisation", people: "Personen", audit: "Prüfprotokoll", server: "Server" },
  fr: { organization: "Organisation", people: "Personnes", audit: "Journal d’audit", server: "Serveur" },
  es: {
    organization: "Organización",
    people: "Personas",
    audit: "Registro de auditoría",
    server: "Servidor",
  },
});

export const organizationTitle = () => titles().organization;
export const serverTitle = () => titles().server;
export const peopleTitle = () => titles().people;
export const auditTitle = () => titles().audit;
