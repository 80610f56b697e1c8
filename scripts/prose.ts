/**
 * `bun run prose`: sentences of the documents, the interface and the comments that a native writer would not write. Each
 * pattern was found there before it was here, and names what to write instead.
 */
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");

interface Pattern {
  found: RegExp;
  better: string;
}

const MACHINES =
  "(?:server|tiro|program|client|browser|page|worker|host|machine|queue|engine|recognizer|model|reader|app|pack|parser|broker|database)";

/** Machines have, find, support or report something; people want, know and believe. */
const THINKING: Pattern = {
  found: new RegExp(`\\b${MACHINES}s? (?:wants?|knows?|believes?|thinks?|hopes?|likes?)\\b`, "i"),
  better: "has, can read, supports, recognizes; or say what it does",
};

export const PATTERNS: readonly Pattern[] = [
  { found: /\bwhoever\b/i, better: "anyone who; people who; or the role's name" },
  { found: /\bunless told\b/i, better: "by default" },
  { found: /\b(?:tells|told)\b/i, better: "says, shows, has, sends; distinguish for «tell apart»" },
  {
    found: /\bbehind (?:it|them|one|its|the (?:block|cursor|language|name|pause|text|word))\b/i,
    better: "after",
  },
  { found: /\bgo(?:es)? on\b/i, better: "continues" },
  { found: /\bholds? from (?:now|the next)\b/i, better: "applies" },
  THINKING,
  { found: /(?:^|[.:;] |- )Where (?!.*\?)[a-z]/, better: "If" },
  { found: /\bwhatever (?:it|you|the|a)\b/i, better: "everything that; or name it" },
  { found: /(?:^|\. |- )What (?:is|was|are|were|you|people|a|the|your) (?!.*\?)/, better: "name the thing" },
];

/** Places are spoken of, too, so that only what follows certain words is a condition. */
const CONDITION: Pattern = {
  found:
    /(?:\b(?:null|none|empty|absent|undefined|only|also|left out|present|required|unchanged|failed`?|understand)|@throws(?: \w+)?(?: `\w+`)?) where\b(?! (?:to\b|they\b|it (?:stands|stood|is now|is read)\b|people\b|their\b))/i,
  better: "if",
};

export const OF_STRINGS: readonly Pattern[] = [...PATTERNS, CONDITION];

export const OF_COMMENTS: readonly Pattern[] = [
  CONDITION,
  { found: /[.;:] Where (?!.*\?)[a-z]/, better: "If" },
  { found: /[.;] Who (?!.*\?)[a-z]/, better: "anyone who; people who; or name them" },
  // «Whatever happens», before or after its sentence, is a condition; this is about the word in the place of a thing.
  {
    found:
      /\b(?:of|to|throws|and|or) whatever\b|(?:^[\s/*]*|[.:;] )Whatever (?![^.]*,)|, whatever else (?:it )?is\b/,
    better: "everything that; any; or name it",
  },
  { found: /\bwhoever\b/i, better: "anyone who; people who; or the role's name" },
  {
    found: /(?<![`"/]|@param )\b(?:tells?|told)\b/i,
    better: "says, shows, reports, gets; distinguishes for «tells apart»",
  },
  { found: /\bgo(?:es)? on\b/i, better: "continues" },
  {
    found: /(?:^[\s/*]*|[.:;] )What (?!.*\?)[a-z]+/,
    better: "name the thing: the rest, the fault, the text before it",
  },
  {
    // «Behind» a person or a proxy, and things that are left behind, are places; in a text or a time it is «after».
    found:
      /(?:^|[.:;,(] |^\W*)Behind (?!TLS|a proxy)|\bbehind (?:it|them|that|these|those|its|the (?:block|cursor|last|name|word|words))\b/i,
    better: "after",
  },
  THINKING,
];

/** In these, the words have their ordinary sense: both are about a place. */
const EXCEPTIONS: readonly string[] = ["Where you will use it", "Where you are logged in"];

/** Notices are records: they stay as they were written. */
const DOCUMENTS = ["*.md", "{config,native,scripts,src,test}/**/*.md"];
const RECORDS = /(?:THIRD_PARTY_NOTICES|licences\/carried)\.md$/;
/** The English interface: strings of these files. */
const MESSAGES = ["src/dashboard/{messages,state/common-words}/**/*.ts", "src/pages/messages/**/*.ts"];
/** Sentences in strings of the code: errors, hints, descriptions, mail. The rules of dictation hold what people say. */
const STRINGS = ["{src,native}/**/*.{ts,tsx}"];
const NO_SENTENCES = /^src\/(?:text|[a-z]+\/messages)\//;
/** The descriptions of routes and fields, for programs and their makers. */
const API = ["src/http/openapi/description.json"];
const CODE = ["{src,scripts,native,test}/**/*.{ts,tsx}"];
const COMMENT = /^\s*(?:\/?\*|\/\/)/;

export interface Finding {
  line: number;
  words: string;
  better: string;
}

/** Findings in the lines of a document; blocks of code and headings do not count. */
export function findingsIn(document: string, patterns = PATTERNS): Finding[] {
  let isCode = false;
  return document.split("\n").flatMap((text, index) => {
    if (text.startsWith("```")) isCode = !isCode;
    if (isCode || text.startsWith("#") || EXCEPTIONS.some((sentence) => text.includes(sentence))) return [];
    return patterns.flatMap(({ found, better }) => {
      const words = found.exec(text)?.[0];
      return words === undefined ? [] : [{ line: index + 1, words: words.trim(), better }];
    });
  });
}

/** The strings of a file of messages, one on each of its lines. */
function stringsOf(code: string): string {
  return code
    .split("\n")
    .map((line) => (COMMENT.test(line) ? "" : (/["`](.*)["`]/.exec(line)?.[1] ?? "")))
    .join("\n");
}

/** Sentences of a file's strings, one on each of their lines: of four words at least, without their variable parts and SQL. */
function sentencesOf(code: string): string {
  const sentences = (line: string) =>
    [...line.matchAll(/"((?:[^"\\]|\\.)*)"|`([^`]*)`/g)]
      .map(([, text, template = ""]) => text ?? template.replace(/\$\{[^}]*\}/g, "…"))
      .filter(
        (text) => /^\S+(?: \S+){3}/.test(text) && !/\b(?:SELECT|UPDATE|DELETE|WHERE|FROM)\b/.test(text),
      );
  return code
    .split("\n")
    .map((line) => (COMMENT.test(line) ? "" : sentences(line).join(" ")))
    .join("\n");
}

/** The descriptions in a file of JSON, one on each of its lines. */
function descriptionsOf(json: string): string {
  return json
    .split("\n")
    .map((line) => /"(?:description|summary)": "(.*)"/.exec(line)?.[1] ?? "")
    .join("\n");
}

/** The comments of a file, one on each of its lines. */
function commentsOf(code: string): string {
  return code
    .split("\n")
    .map((line) => (COMMENT.test(line) ? line : ""))
    .join("\n");
}

function filesOf(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(ROOT)]).sort();
}

/** «FILE:LINE: the words; write …», for all documents, messages, strings and comments. */
export async function allFindings(): Promise<string[]> {
  const documents = filesOf(DOCUMENTS).filter((path) => !RECORDS.test(path));
  const isCode = (path: string) => !path.endsWith(".test.ts");
  const strings = filesOf(STRINGS).filter((path) => isCode(path) && !NO_SENTENCES.test(path));
  const found = await Promise.all([
    readAll(documents, (text) => text, PATTERNS),
    readAll(filesOf(MESSAGES).filter(isCode), stringsOf, PATTERNS),
    readAll(strings, sentencesOf, OF_STRINGS),
    readAll(filesOf(API), descriptionsOf, OF_COMMENTS),
    readAll(filesOf(CODE), commentsOf, OF_COMMENTS),
  ]);
  return found.flat();
}

async function readAll(
  paths: readonly string[],
  sentences: (text: string) => string,
  patterns: readonly Pattern[],
): Promise<string[]> {
  const found = paths.map(async (path) => {
    const text = await Bun.file(join(ROOT, path)).text();
    return findingsIn(sentences(text), patterns).map(
      ({ line, words, better }) => `${path}:${line}: «${words}»; write: ${better}`,
    );
  });
  return (await Promise.all(found)).flat();
}

if (import.meta.main) {
  const findings = await allFindings();
  for (const finding of findings) console.log(finding);
  process.exit(findings.length === 0 ? 0 : 1);
}
