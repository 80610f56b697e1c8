import { inLanguages } from "../state/language.ts";

const titles = inLanguages({
  en: {
    organization: "Organization",
    people: "People",
    person: "Person",
    audit: "Audit log",
    server: "Server",
  },
  de: {
    organization: "Organisation",
    people: "Personen",
    person: "Person",
    audit: "Prüfprotokoll",
    server: "Server",
  },
  fr: {
    organization: "Organisation",
    people: "Personnes",
    person: "Personne",
    audit: "Journal d’audit",
    server: "Serveur",
  },
  es: {
    organization: "Organización",
    people: "Personas",
    person: "Persona",
    audit: "Registro de auditoría",
    server: "Servidor",
  },
});

export const organizationTitle = () => titles().organization;
export const serverTitle = () => titles().server;
export const peopleTitle = () => titles().people;
export const personTitle = () => titles().person;
export const auditTitle = () => titles().audit;
