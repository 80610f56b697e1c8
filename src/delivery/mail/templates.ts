/** The texts of mail: tiro's own, or a site's from a folder of `KIND.LANGUAGE.txt`. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../config/limits.ts";
import { OperatorError } from "../../lib/errors.ts";
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from "../../lib/interface-languages.ts";
import { MAIL_KINDS, type MailKind } from "./kinds.ts";
import { MAIL_TEXTS } from "./texts.ts";

export interface MailText {
  subject: string;
  text: string;
}

export type MailValues = Readonly<Record<string, string>>;

const SUBJECT = "Subject: ";

/** Every text as a file, for a site to begin with. */
export function templateFiles(): { name: string; content: string }[] {
  return INTERFACE_LANGUAGES.flatMap((language) =>
    (Object.keys(MAIL_KINDS) as MailKind[]).map((kind) => {
      const [subject, ...paragraphs] = MAIL_TEXTS[language][kind];
      return {
        name: fileName(kind, language),
        content: `${SUBJECT}${subject}\n\n${paragraphs.join("\n\n")}\n`,
      };
    }),
  );
}

/**
 * A text with its values.
 * @param dir the site's own texts; missing ones are tiro's.
 * @throws OperatorError `mail_template_unusable` if the site's own cannot be read or names an unknown value.
 */
export function mailText(
  dir: string | undefined,
  kind: MailKind,
  language: InterfaceLanguage,
  values: MailValues,
): MailText {
  const { subject, text } = ownTemplate(dir, kind, language) ?? builtIn(kind, language);
  const filled = (template: string) =>
    template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => oneLine(values[name] ?? ""));
  return { subject: oneLine(filled(subject)).slice(0, limits.mailSubjectChars), text: filled(text) };
}

/** @throws OperatorError `mail_template_unusable` for the first that is. */
export function checkTemplates(dir: string): void {
  if (!existsSync(dir)) throw unusable(dir, "it does not exist");
  for (const language of INTERFACE_LANGUAGES)
    for (const kind of Object.keys(MAIL_KINDS) as MailKind[]) ownTemplate(dir, kind, language);
}

function builtIn(kind: MailKind, language: InterfaceLanguage): MailText {
  const [subject, ...paragraphs] = MAIL_TEXTS[language][kind];
  return { subject, text: `${paragraphs.join("\n\n")}\n` };
}

function ownTemplate(dir: string | undefined, kind: MailKind, language: InterfaceLanguage): MailText | null {
  if (dir === undefined) return null;
  const path = join(dir, fileName(kind, language));
  if (!existsSync(path)) return null;
  const content = read(path);
  const [first = "", blank = "", ...rest] = content.split(/\r?\n/);
  if (!first.startsWith(SUBJECT) || blank.trim() !== "")
    throw unusable(path, "it must begin with a line `Subject: …` and an empty line");
  const known: readonly string[] = [...MAIL_KINDS[kind], "site"];
  for (const [, name = ""] of content.matchAll(/\{\{(.*?)\}\}/g))
    if (!known.includes(name))
      throw unusable(path, `it names {{${name.slice(0, 50)}}}; there are ${known.join(", ")}`);
  return { subject: first.slice(SUBJECT.length), text: rest.join("\n") };
}

function read(path: string): string {
  try {
    if (statSync(path).size > limits.mailTemplateBytes)
      throw unusable(path, `it is larger than ${limits.mailTemplateBytes} bytes`);
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw unusable(path, String(cause));
  }
}

/** Of what people chose as names: nothing of it may begin a line of its own. */
function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").slice(0, limits.mailValueChars);
}

function fileName(kind: MailKind, language: InterfaceLanguage): string {
  return `${kind}.${language}.txt`;
}

function unusable(path: string, why: string): OperatorError {
  return new OperatorError("mail_template_unusable", `${path} cannot be used: ${why}.`, {
    hint: "`tiro mail templates` writes tiro's own texts to begin with; without the file, tiro's own is used.",
  });
}
