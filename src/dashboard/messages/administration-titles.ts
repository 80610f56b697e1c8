import { inLanguages, textInLanguages } from "../state/language.ts";

const titles = inLanguages({
  en: {
    organizations: "Organizations",
    people: "People",
    audit: "Audit log",
    recognition: "Recognition",
    packs: "Packs",
  },
  de: {
    organizations: "Organisationen",
    people: "Personen",
    audit: "Prüfprotokoll",
    recognition: "Erkennung",
    packs: "Pakete",
  },
  fr: {
    organizations: "Organisations",
    people: "Personnes",
    audit: "Journal d’audit",
    recognition: "Reconnaissance",
    packs: "Paquets",
  },
  es: {
    organizations: "Organizaciones",
    people: "Personas",
    audit: "Registro de auditoría",
    recognition: "Reconocimiento",
    packs: "Paquetes",
  },
});

export const organizationTitle = () => titles.organization;
export const invoicesTitle = () => titles.invoices;
export const organizationsTitle = () => titles.organizations;
export const serverTitle = () => titles.server;
export const peopleTitle = () => titles.people;
export const personTitle = () => titles.person;
export const auditTitle = () => titles.audit;
export const recognitionTitle = () => titles.recognition;
export const backupsTitle = textInLanguages({
  en: "Backups",
  de: "Sicherungen",
  fr: "Sauvegardes",
  es: "Copias de seguridad",
});
export const directoryTitle = textInLanguages({
  en: "Log-in and directory",
  de: "Anmeldung und Verzeichnis",
  fr: "Connexion et annuaire",
  es: "Acceso y directorio",
});
export const workersTitle = textInLanguages({
  en: "Workers",
  de: "Worker",
  fr: "Workers",
  es: "Workers",
});
export const healthTitle = textInLanguages({
  en: "Health",
  de: "Zustand",
  fr: "Santé",
  es: "Salud",
});
export const welcomeTitle = textInLanguages({
  en: "Set up this server",
  de: "Diesen Server einrichten",
  fr: "Configurer ce serveur",
  es: "Configurar este servidor",
});
export const packsTitle = () => titles.packs;
