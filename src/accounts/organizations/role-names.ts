/** The names of roles in an organization, on pages and in mail. */
import type { InterfaceLanguage } from "../../lib/interface-languages.ts";
import type { Role } from "../../store/organizations/members.ts";

export const roleNames: Readonly<Record<InterfaceLanguage, Readonly<Record<Role, string>>>> = {
  en: { owner: "owner", admin: "admin", auditor: "auditor", billing: "billing", member: "member" },
  de: {
    owner: "Inhaber",
    admin: "Verwalter",
    auditor: "Prüfer",
    billing: "Abrechnung",
    member: "Mitglied",
  },
  fr: {
    owner: "propriétaire",
    admin: "administrateur",
    auditor: "auditeur",
    billing: "facturation",
    member: "membre",
  },
  es: {
    owner: "propietario",
    admin: "administrador",
    auditor: "auditor",
    billing: "facturación",
    member: "miembro",
  },
};
