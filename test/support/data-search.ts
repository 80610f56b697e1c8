import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files below a folder in which the bytes stand, or the text, in UTF-8 or UTF-16, as given or in other case. */
export function filesHolding(folder: string, sought: string | Uint8Array): string[] {
  const forms = typeof sought === "string" ? formsOf(sought) : [Buffer.from(sought)];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => {
      const content = contentOf(path);
      return forms.some((form) => content.includes(form));
    });
}

/** Nothing for a folder, and for what a running server removed since it was listed. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (["ENOENT", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return Buffer.alloc(0);
    throw error;
  }
}

function formsOf(text: string): Buffer[] {
  const cases = [text, text.toUpperCase(), `${text[0]?.toUpperCase()}${text.slice(1)}`];
  return cases.flatMap((form) => [Buffer.from(form), Buffer.from(form, "utf16le")]);
}
