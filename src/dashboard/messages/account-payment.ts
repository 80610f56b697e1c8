import { inLanguages } from "../state/language.ts";

/** Words for the invoices of accounts, those of removed people included. */
export const accountPaymentWords = inLanguages({
  en: {
    ofAll: "What every account owes and has paid.",
    byInvoice: "Pays by invoice",
    byInvoiceHint: "The account can then continue after its free usage.",
    open: "On no invoice yet",
    issueDue: "Issue what is due",
    issued: (count: number, shown: string) =>
      count === 0
        ? "No invoice is due"
        : count === 1
          ? "1 invoice is issued"
          : `${shown} invoices are issued`,
    paid: "Mark as paid",
    paidNow: (invoice: string) => `${invoice} is paid`,
  },
  de: {
    ofAll: "Was jedes Konto schuldet und bezahlt hat.",
    byInvoice: "Zahlt auf Rechnung",
    byInvoiceHint: "Das Konto darf dann nach dem freien Verbrauch weitermachen.",
    open: "Noch auf keiner Rechnung",
    issueDue: "Fällige Rechnungen ausstellen",
    issued: (count, shown) =>
      count === 0
        ? "Keine Rechnung ist fällig"
        : count === 1
          ? "1 Rechnung ist ausgestellt"
          : `${shown} Rechnungen sind ausgestellt`,
    paid: "Als bezahlt vermerken",
    paidNow: (invoice) => `${invoice} ist bezahlt`,
  },
  fr: {
    ofAll: "Ce que chaque compte doit et a payé.",
    byInvoice: "Paie sur facture",
    byInvoiceHint: "Le compte peut alors continuer après sa consommation gratuite.",
    open: "Sur aucune facture encore",
    issueDue: "Émettre les factures échues",
    issued: (count, shown) =>
      count === 0
        ? "Aucune facture n’est à émettre"
        : count === 1
          ? "1 facture est émise"
          : `${shown} factures sont émises`,
    paid: "Marquer comme payée",
    paidNow: (invoice) => `${invoice} est payée`,
  },
  es: {
    ofAll: "Lo que cada cuenta debe y ha pagado.",
    byInvoice: "Paga por factura",
    byInvoiceHint: "La cuenta puede entonces continuar tras su consumo gratuito.",
    open: "Aún en ninguna factura",
    issueDue: "Emitir las facturas pendientes",
    issued: (count, shown) =>
      count === 0
        ? "No hay facturas por emitir"
        : count === 1
          ? "Se emitió 1 factura"
          : `Se emitieron ${shown} facturas`,
    paid: "Marcar como pagada",
    paidNow: (invoice) => `${invoice} está pagada`,
  },
});
