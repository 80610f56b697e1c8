/** Letters by their names and codes of them: `ユーアールエル`, `ビーエヌ四七ハイフン二`, `ビーの二〇三号室`. */
import type { Written } from "../../words/language-rules.ts";
import { lengthOf, oneOf } from "../shared/han-numbers.ts";
import { list, type Words } from "../shared/readers.ts";
import { readDigits, readWhole } from "./numbers.ts";

const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  list(`
エー=A ビー=B シー=C ディー=D イー=E エフ=F ジー=G エイチ=H エッチ=H アイ=I ジェー=J ジェイ=J ケー=K ケイ=K エル=L エム=M エヌ=N
オー=O ピー=P キュー=Q アール=R エス=S ティー=T ユー=U ブイ=V ダブリュー=W ダブル=W エックス=X ワイ=Y ゼット=Z ゼッド=Z
`).map((pair) => pair.split("=")),
);
const NAMES = Object.keys(LETTERS).sort((a, b) => b.length - a.length);
const SIGNS: Readonly<Record<string, string>> = { ハイフン: "-", スラッシュ: "/" };
const KATAKANA = /^[\p{Script=Katakana}ー]/u;
/** Two letters that everybody says so; other pairs are words as well: `シーティー`. */
const PAIRS = new Set(list("CT IT PC CD AI OS TV PR HR"));
const LEAST_LETTERS = 3;
/** After a single letter, which otherwise is tea or the sea. */
const ROOM = /^(?:号室|号棟|番|棟|席|型|案|班|列|線)/u;
const PAPER = /^(?:用紙|判|版|サイ)/u;
const MOST_PARTS = 12;

export function readCode(words: Words, at: number): Written | null {
  if (KATAKANA.test(words[at - 1] ?? "") || !KATAKANA.test(words[at] ?? "")) return null;
  let [text, next, letters] = ["", at, 0];
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    const sign = text === "" ? null : oneOf(words, next, Object.keys(SIGNS));
    const from = next + lengthOf(sign ?? "");
    const part = letterAt(words, from) ?? figuresAt(words, from, text);
    if (!part) break;
    letters += /\D/.test(part.text) ? 1 : 0;
    text += (sign ? SIGNS[sign] : "") + part.text;
    next = from + part.words;
  }
  if (KATAKANA.test(words[next] ?? "")) return null;
  const isCode = /\d/.test(text) && (letters > 1 || /[-/]/.test(text));
  const isWord = !/\d/.test(text) && (letters >= LEAST_LETTERS || PAIRS.has(text));
  const ahead = words.slice(next, next + 2).join("");
  const isRoom = letters === 1 && (/\d\d/.test(text) || text.length === 1) && ROOM.test(ahead);
  const isPaper = /^[AB]\d$/.test(text) && PAPER.test(ahead);
  return isCode || isWord || isRoom || isPaper ? { words: next - at, text, kind: "letters" } : null;
}

function letterAt(words: Words, at: number): { words: number; text: string } | null {
  const name = oneOf(words, at, NAMES);
  return name === null ? null : { words: lengthOf(name), text: LETTERS[name] ?? "" };
}

/** Digits one by one, or a number; the letter of a room may have の after it. */
function figuresAt(words: Words, at: number, before: string): { words: number; text: string } | null {
  const joint = words[at] === "の" && /^\p{Lu}$/u.test(before) ? 1 : 0;
  const run = readDigits(words, at + joint);
  const number = run.digits === "" ? readWhole(words, at + joint) : null;
  const [text, length] = number ? [number.text, number.words] : [run.digits, run.words];
  if (text === "" || before === "" || (joint > 0 && length < 2)) return null;
  return { words: joint + length, text: (joint > 0 ? "の" : "") + text };
}
