import { credentialChangeWords } from "../../accounts/audit/credential-change-words.ts";
import { inLanguages } from "../state/language.ts";

export const credentialWords = inLanguages({
  en: {
    title: "The ways in which you log in have changed",
    changed: credentialChangeWords.en,
    by: (name: string) => `, by ${name}`,
    linkBy: (name: string) => `, link made by ${name}`,
    operator: "the operator",
    from: (address: string) => `from the address ${address}`,
    advice:
      "If that was not you and your administrator does not know of it, change your password, log out in all other browsers, and tell them.",
    known: "I know about this",
  },
  de: {
    title: "Ihre Anmeldung hat sich geändert",
    changed: credentialChangeWords.de,
    by: (name) => `, von ${name}`,
    linkBy: (name) => `, Link von ${name}`,
    operator: "der Serveradministration",
    from: (address) => `von der Adresse ${address}`,
    advice:
      "Waren Sie das nicht und weiß auch Ihre Administration nichts davon, dann ändern Sie Ihr Passwort, melden Sie sich in allen anderen Browsern ab und sagen Sie es ihr.",
    known: "Das weiß ich",
  },
  fr: {
    title: "Vos moyens de connexion ont changé",
    changed: credentialChangeWords.fr,
    by: (name) => `, par ${name}`,
    linkBy: (name) => `, lien créé par ${name}`,
    operator: "l’exploitant",
    from: (address) => `depuis l’adresse ${address}`,
    advice:
      "Si ce n’était pas vous et que votre administration n’est pas au courant, changez votre mot de passe, déconnectez-vous de tous les autres navigateurs et prévenez-la.",
    known: "Je suis au courant",
  },
  es: {
    title: "Su forma de iniciar sesión ha cambiado",
    changed: credentialChangeWords.es,
    by: (name) => `, por ${name}`,
    linkBy: (name) => `, enlace creado por ${name}`,
    operator: "el operador",
    from: (address) => `desde la dirección ${address}`,
    advice:
      "Si no fue usted y su administración no sabe nada, cambie su contraseña, cierre la sesión en los demás navegadores y avísele.",
    known: "Ya lo sé",
  },
});
