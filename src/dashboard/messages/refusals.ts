/** Refused log-ins, keys and certificates that end soon, and those who wait. */
import { inLanguages } from "../state/language.ts";

export const refusals = inLanguages({
  en: {
    refused: "Refused log-ins and keys",
    noneRefused: "Nothing was refused.",
    expiring: "Ends soon",
    noneExpiring: "No key and no certificate ends within 30 days.",
    kinds: { key: "API key", scim: "Directory (SCIM)", certificate: "Certificate" },
    waiting: "Who is waiting",
    noneWaiting: "Nobody waits.",
    lane: "For",
    lanes: { dictation: "Dictation", short: "A short recording", sync: "A recording", job: "Jobs" },
  },
  de: {
    refused: "Abgelehnte Anmeldungen und Schlüssel",
    noneRefused: "Nichts wurde abgelehnt.",
    expiring: "Endet bald",
    noneExpiring: "Kein Schlüssel und kein Zertifikat endet binnen 30 Tagen.",
    kinds: { key: "API-Schlüssel", scim: "Verzeichnis (SCIM)", certificate: "Zertifikat" },
    waiting: "Wer wartet",
    noneWaiting: "Niemand wartet.",
    lane: "Wofür",
    lanes: { dictation: "Diktat", short: "Kurze Aufnahme", sync: "Aufnahme", job: "Aufträge" },
  },
  fr: {
    refused: "Connexions et clés refusées",
    noneRefused: "Rien n’a été refusé.",
    expiring: "Se termine bientôt",
    noneExpiring: "Aucune clé ni aucun certificat ne se termine dans les 30 jours.",
    kinds: { key: "Clé d’API", scim: "Annuaire (SCIM)", certificate: "Certificat" },
    waiting: "Qui attend",
    noneWaiting: "Personne n’attend.",
    lane: "Pour",
    lanes: {
      dictation: "Dictée",
      short: "Un enregistrement court",
      sync: "Un enregistrement",
      job: "Tâches",
    },
  },
  es: {
    refused: "Accesos y claves rechazados",
    noneRefused: "No se rechazó nada.",
    expiring: "Termina pronto",
    noneExpiring: "Ninguna clave ni certificado termina en 30 días.",
    kinds: { key: "Clave de API", scim: "Directorio (SCIM)", certificate: "Certificado" },
    waiting: "Quién espera",
    noneWaiting: "Nadie espera.",
    lane: "Para",
    lanes: { dictation: "Dictado", short: "Una grabación corta", sync: "Una grabación", job: "Trabajos" },
  },
});
