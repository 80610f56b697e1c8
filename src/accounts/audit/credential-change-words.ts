/** Changes of a way to log in (credential-changes.ts), in words: for the app and for mail. */
import type { InterfaceLanguage } from "../../lib/interface-languages.ts";

const en = {
  set_up: "Your account was set up with a one-time link",
  email_changed: "Your e-mail address was changed",
  password_changed: "Your password was changed",
  second_step_enabled: "Your second step was turned on",
  second_step_disabled: "Your second step was turned off",
  recovery_codes_renewed: "You got new recovery codes",
  passkey_added: "A passkey was added",
  passkey_removed: "A passkey was removed",
  company_account_linked: "Your company account was connected",
  company_account_unlinked: "Your company account was disconnected",
};

type Words = Readonly<Record<keyof typeof en, string>>;

export const credentialChangeWords: Readonly<Record<InterfaceLanguage, Words>> = {
  en,
  de: {
    set_up: "Ihr Konto wurde mit einem einmaligen Link eingerichtet",
    email_changed: "Ihre E-Mail-Adresse wurde geändert",
    password_changed: "Ihr Passwort wurde geändert",
    second_step_enabled: "Ihr zweiter Schritt wurde eingeschaltet",
    second_step_disabled: "Ihr zweiter Schritt wurde ausgeschaltet",
    recovery_codes_renewed: "Sie haben neue Wiederherstellungscodes bekommen",
    passkey_added: "Ein Passkey wurde hinzugefügt",
    passkey_removed: "Ein Passkey wurde entfernt",
    company_account_linked: "Ihr Firmenkonto wurde verbunden",
    company_account_unlinked: "Ihr Firmenkonto wurde getrennt",
  },
  fr: {
    set_up: "Votre compte a été configuré avec un lien à usage unique",
    email_changed: "Votre adresse e-mail a été modifiée",
    password_changed: "Votre mot de passe a été modifié",
    second_step_enabled: "Votre deuxième étape a été activée",
    second_step_disabled: "Votre deuxième étape a été désactivée",
    recovery_codes_renewed: "Vous avez reçu de nouveaux codes de récupération",
    passkey_added: "Une clé d’accès a été ajoutée",
    passkey_removed: "Une clé d’accès a été supprimée",
    company_account_linked: "Votre compte d’entreprise a été associé",
    company_account_unlinked: "Votre compte d’entreprise a été dissocié",
  },
  es: {
    set_up: "Su cuenta se configuró con un enlace de un solo uso",
    email_changed: "Se cambió su dirección de correo electrónico",
    password_changed: "Se cambió su contraseña",
    second_step_enabled: "Se activó su segundo paso",
    second_step_disabled: "Se desactivó su segundo paso",
    recovery_codes_renewed: "Recibió nuevos códigos de recuperación",
    passkey_added: "Se añadió una llave de acceso",
    passkey_removed: "Se eliminó una llave de acceso",
    company_account_linked: "Se conectó su cuenta de empresa",
    company_account_unlinked: "Se desconectó su cuenta de empresa",
  },
};
