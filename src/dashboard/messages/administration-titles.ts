import { inLanguages } from "../state/language.ts";

const titles = inLanguages({
  en: {
    organization: "Organization",
    organizations: "Organizations",
    invoices: "Invoices",
    people: "People",
    person: "Person",
    audit: "Audit log",
    server: "Server",
    recognition: "Recognition",
    packs: "Packs",
  },
  de: {
    organization: "Organisation",
    organizations: "Organisationen",
    invoices: "Rechnungen",
    people: "Personen",
    person: "Person",
    audit: "Prüfprotokoll",
    server: "Server",
    recognition: "Erkennung",
    packs: "Pakete",
  },
  fr: {
    organization: "Organisation",
    organizations: "Organisations",
    invoices: "Factures",
    people: "Personnes",
    person: "Personne",
    audit: "Journal d’audit",
    server: "Serveur",
    recognition: "Reconnaissance",
    packs: "Paquets",
  },
  es: {
    organization: "Organización",
    organizations: "Organizaciones",
    invoices: "Facturas",
    people: "Personas",
    person: "Persona",
    audit: "Registro de auditoría",
    server: "Servidor",
    recognition: "Reconocimiento",
    packs: "Paquetes",
  },
});

export const organizationTitle = () => titles().organization;
export const invoicesTitle = () => titles().invoices;
export const organizationsTitle = () => titles().organizations;
export const serverTitle = () => titles().server;
export const peopleTitle = () => titles().people;
export const personTitle = () => titles().person;
export const auditTitle = () => titles().audit;
export const recognitionTitle = () => titles().recognition;
export const backupsTitle = inLanguages({
  en: "Backups",
  de: "Sicherungen",
  fr: "Sauvegardes",
  es: "Copias de seguridad",
});
export const directoryTitle = inLanguages({
  en: "Log-in and directory",
  de: "Anmeldung und Verzeichnis",
  fr: "Connexion et annuaire",
  es: "Acceso y directorio",
});
export const workersTitle = inLanguages({
  en: "Workers",
  de: "Worker",
  fr: "Workers",
  es: "Workers",
});
export const healthTitle = inLanguages({
  en: "Health",
  de: "Zustand",
  fr: "Santé",
  es: "Salud",
});
export const welcomeTitle = inLanguages({
  en: "Set up this server",
  de: "Diesen Server einrichten",
  fr: "Configurer ce serveur",
  es: "Configurar este servidor",
});
export const packsTitle = () => titles().packs;
