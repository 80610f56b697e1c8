/** What was used, what is open, and the invoices. */
import type { Catalogues } from "../../web/language.ts";

const en = {
  title: "Usage and invoices",
  usedIn: (month: string) => `Used in ${month}`,
  requests: (count: string, one: boolean) => (one ? `${count} request` : `${count} requests`),
  hours: (hours: string) => `${hours} hours of audio`,
  free: "Free usage left",
  freeOf: (used: string, all: string) => `${used} of ${all} USD used`,
  open: "Not yet invoiced",
  byInvoice:
    "This account pays by invoice. Pay each invoice as stated on it; the administrator of this server then marks it as paid.",
  metered: "This server records usage and never refuses a request because of it. There is nothing to do.",
  askAdministrator:
    "Once the free usage is used up, requests are refused until the administrator of this server lets this account pay by invoice. Ask them to.",
  report: "Usage as CSV",
  byMember: "by member",
  byMonth: "by month",
  noInvoices: "No invoices yet.",
  invoicesOf: (account: string) => `Invoices of ${account}`,
  invoice: "Invoice",
  issuedOn: "Issued",
  dueOn: "Due",
  state: "State",
  states: { issued: "to be paid", paid: "paid", past_due: "past due" },
  notFound: "Invoice not found",
};

export const billingMessages: Catalogues<typeof en> = {
  en,
  de: {
    title: "Nutzung und Rechnungen",
    usedIn: (month) => `Genutzt im ${month}`,
    requests: (count, one) => (one ? `${count} Anfrage` : `${count} Anfragen`),
    hours: (hours) => `${hours} Stunden Ton`,
    free: "Verbleibende freie Nutzung",
    freeOf: (used, all) => `${used} von ${all} USD verbraucht`,
    open: "Noch nicht berechnet",
    byInvoice:
      "Dieses Konto zahlt auf Rechnung. Zahlen Sie jede Rechnung wie auf ihr angegeben; der Administrator dieses Servers vermerkt sie dann als bezahlt.",
    metered:
      "Dieser Server zeichnet die Nutzung auf und lehnt ihretwegen nie eine Anfrage ab. Es ist nichts zu tun.",
    askAdministrator:
      "Ist die freie Nutzung verbraucht, werden Anfragen abgelehnt, bis der Administrator dieses Servers das Konto auf Rechnung zahlen lässt. Bitten Sie ihn darum.",
    report: "Nutzung als CSV",
    byMember: "nach Mitglied",
    byMonth: "nach Monat",
    noInvoices: "Noch keine Rechnungen.",
    invoicesOf: (account) => `Rechnungen von ${account}`,
    invoice: "Rechnung",
    issuedOn: "Ausgestellt",
    dueOn: "Fällig",
    state: "Stand",
    states: { issued: "offen", paid: "bezahlt", past_due: "überfällig" },
    notFound: "Rechnung nicht gefunden",
  },
  fr: {
    title: "Consommation et factures",
    usedIn: (month) => `Consommé en ${month}`,
    requests: (count, one) => (one ? `${count} demande` : `${count} demandes`),
    hours: (hours) => `${hours} heures d’audio`,
    free: "Usage gratuit restant",
    freeOf: (used, all) => `${used} sur ${all} USD utilisés`,
    open: "Pas encore facturé",
    byInvoice:
      "Ce compte paie sur facture. Payez chaque facture comme elle l’indique ; l’administrateur de ce serveur la note alors comme payée.",
    metered:
      "Ce serveur enregistre la consommation et ne refuse jamais une demande pour cette raison. Il n’y a rien à faire.",
    askAdministrator:
      "Une fois l’usage gratuit épuisé, les demandes sont refusées jusqu’à ce que l’administrateur de ce serveur laisse ce compte payer sur facture. Demandez-le-lui.",
    report: "Consommation en CSV",
    byMember: "par membre",
    byMonth: "par mois",
    noInvoices: "Pas encore de factures.",
    invoicesOf: (account) => `Factures de ${account}`,
    invoice: "Facture",
    issuedOn: "Émise",
    dueOn: "Échéance",
    state: "État",
    states: { issued: "à payer", paid: "payée", past_due: "en retard" },
    notFound: "Facture introuvable",
  },
  es: {
    title: "Uso y facturas",
    usedIn: (month) => `Usado en ${month}`,
    requests: (count, one) => (one ? `${count} solicitud` : `${count} solicitudes`),
    hours: (hours) => `${hours} horas de audio`,
    free: "Uso gratuito restante",
    freeOf: (used, all) => `${used} de ${all} USD usados`,
    open: "Aún sin facturar",
    byInvoice:
      "Esta cuenta paga con factura. Pague cada factura como se indica en ella; el administrador de este servidor la marca entonces como pagada.",
    metered: "Este servidor registra el uso y nunca rechaza una solicitud por ello. No hay nada que hacer.",
    askAdministrator:
      "Cuando se agote el uso gratuito, las solicitudes se rechazan hasta que el administrador de este servidor permita a esta cuenta pagar con factura. Pídaselo.",
    report: "Uso en CSV",
    byMember: "por miembro",
    byMonth: "por mes",
    noInvoices: "Todavía no hay facturas.",
    invoicesOf: (account) => `Facturas de ${account}`,
    invoice: "Factura",
    issuedOn: "Emitida",
    dueOn: "Vence",
    state: "Estado",
    states: { issued: "por pagar", paid: "pagada", past_due: "vencida" },
    notFound: "Factura no encontrada",
  },
};
