/** Fields and buttons that several pages have. */
import type { Catalogues } from "../../web/language.ts";

const en = {
  check: "Check these fields:",
  email: "E-mail address",
  name: "Name",
  password: "Password",
  newPasswordHint: (least: number) =>
    `At least ${least} characters. A few words that only you would put together work well.`,
  repeatPassword: "Repeat password",
  currentPassword: "Current password",
  code: "Code",
  codeHint: "Six digits from your app, or one of your recovery codes.",
  wrongCode: "The code is wrong or was already used.",
  yourAccount: "Your account",
  goOn: "Continue",
};

export const fieldMessages: Catalogues<typeof en> = {
  en,
  de: {
    check: "Prüfen Sie diese Felder:",
    email: "E-Mail-Adresse",
    name: "Name",
    password: "Passwort",
    newPasswordHint: (least) =>
      `Mindestens ${least} Zeichen. Gut sind einige Wörter, die nur Sie so zusammenstellen würden.`,
    repeatPassword: "Passwort wiederholen",
    currentPassword: "Bisheriges Passwort",
    code: "Code",
    codeHint: "Sechs Ziffern aus Ihrer App oder einer Ihrer Wiederherstellungscodes.",
    wrongCode: "Der Code ist falsch oder wurde schon verwendet.",
    yourAccount: "Ihr Konto",
    goOn: "Weiter",
  },
  fr: {
    check: "Vérifiez ces champs :",
    email: "Adresse e-mail",
    name: "Nom",
    password: "Mot de passe",
    newPasswordHint: (least) =>
      `Au moins ${least} caractères. Quelques mots que vous seul réuniriez conviennent bien.`,
    repeatPassword: "Répétez le mot de passe",
    currentPassword: "Mot de passe actuel",
    code: "Code",
    codeHint: "Six chiffres de votre application, ou l’un de vos codes de récupération.",
    wrongCode: "Le code est faux ou a déjà été utilisé.",
    yourAccount: "Votre compte",
    goOn: "Continuer",
  },
  es: {
    check: "Revise estos campos:",
    email: "Correo electrónico",
    name: "Nombre",
    password: "Contraseña",
    newPasswordHint: (least) =>
      `Al menos ${least} caracteres. Funcionan bien unas cuantas palabras que solo usted juntaría.`,
    repeatPassword: "Repita la contraseña",
    currentPassword: "Contraseña actual",
    code: "Código",
    codeHint: "Seis cifras de su aplicación o uno de sus códigos de recuperación.",
    wrongCode: "El código es incorrecto o ya se usó.",
    yourAccount: "Su cuenta",
    goOn: "Continuar",
  },
};
