import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The files below a folder in which the text stands, in UTF-8 or UTF-16, in lower case or as given. */
export function filesHolding(folder: string, text: string): string[] {
  const forms = [text, text.toUpperCase(), text[0]?.toUpperCase() + text.slice(1)].flatMap((form) => [
    Buffer.from(form),
    Buffer.from(form, "utf16le"),
  ]);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .filter((path) => {
      const content = readFileSync(path);
      return forms.some((form) => content.includes(form));
    });
}
