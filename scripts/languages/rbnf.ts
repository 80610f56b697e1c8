/**
 * Number spelling rules of Unicode CLDR (UTS 35, part 3, rule-based number formats) as a grammar to read with: the rules of
 * all genders and cases fall into two sets, `c` for cardinals and `o` for ordinals, beside the private ones that they use; `y`
 * holds years that are said in two halves.
 */
import { plain } from "../../src/text/languages/shared/spelled/plain.ts";

/** As in CLDR's JSON: base value or `x.x` and the like, and the rule's text. */
export type RuleSets = Readonly<Record<string, readonly (readonly [base: string, text: string])[]>>;

export interface Grammar {
  /** `lo[-hi][/divisor] text` a line; `hi` is exclusive, and missing where the text is the number `lo` alone. */
  sets: Record<string, string>;
  points: string[];
  minus: string[];
  /** Words that multiply by a million and more. */
  scales: string[];
  /** Words for zero to nineteen, as they are written. */
  smallWords: Record<string, number>;
}

/** More than anyone says. */
const LIMIT = 1e24;
const MILLION = 1e6;

export function grammarOf(code: string, ruleSets: readonly RuleSets[]): Grammar {
  const lines = new Map<string, Map<string, number>>();
  const found: Found = { points: new Set(), minus: new Set(), scales: new Set(), small: new Map() };
  const names = namesOf(ruleSets);
  for (const sets of ruleSets) {
    for (const [name, rules] of Object.entries(sets)) {
      if (!name.startsWith("%") || name.startsWith("%%lenient")) continue;
      const set = names(name);
      const into = lines.get(set) ?? new Map<string, number>();
      lines.set(set, into);
      addRules(rules, { code, set, names, into, found });
    }
  }
  const sets = [...lines].map(([set, rules]): [string, string] => [
    set,
    withoutContained([...rules])
      .map(written)
      .sort(byBase)
      .join("\n"),
  ]);
  return {
    sets: usedSets(new Map(withoutTwins(sets))),
    points: [...found.points],
    minus: [...found.minus],
    scales: [...found.scales],
    smallWords: Object.fromEntries(found.small),
  };
}

interface Found {
  points: Set<string>;
  minus: Set<string>;
  scales: Set<string>;
  small: Map<string, number>;
}

interface Target {
  code: string;
  set: string;
  names: (name: string) => string;
  /** `base/divisor text` → where its range ends. */
  into: Map<string, number>;
  found: Found;
}

function addRules(rules: RuleSets[string], target: Target): void {
  const bases = rules.map(([base]) => Number(base.replace(/[/>].*/, "").replaceAll(",", "")));
  rules.forEach(([base, text], index) => {
    const body = text.replace(/;\s*$/, "").replaceAll("←", "<").replaceAll("→", ">").replace(/^'/, "");
    if (/^x[.,]x$/.test(base)) addWord(target.found.points, /^<[^<]*<(.*?)>/u.exec(body)?.[1]);
    else if (base === "-x") addWord(target.found.minus, /^(.*?)>/u.exec(body)?.[1]);
    const low = bases[index] as number;
    if (!Number.isFinite(low) || low >= LIMIT || /ERROR|[#0]/.test(body)) return;
    const next = bases.slice(index + 1).find((value) => value > low) ?? LIMIT;
    for (const variant of variants(body)) addRule(target, low, Math.min(next, LIMIT), base, variant);
  });
}

function addWord(words: Set<string>, spoken: string | undefined): void {
  const word = spoken
    ?.replace(/[\u00ad\u200b]/g, "")
    .trim()
    .toLowerCase();
  if (word) words.add(word);
}

function addRule(
  { code, set, names, into, found }: Target,
  low: number,
  high: number,
  base: string,
  body: string,
): void {
  // `en miljon` is one of them, too.
  if (low >= MILLION) addWord(found.scales, /(?:<|^\S+ )([^<>[\]=]+)(?:\[|$)/u.exec(body)?.[1]);
  const text = body.replace(/([<>=])(%[^<>=]*)?(?:\1{1,2})|([^<>=[\]]+)/gu, (_all, sign, name, literal) =>
    literal === undefined ? `${sign}${name === undefined ? set : names(name)}${sign}` : plain(literal, code),
  );
  const word = body
    .replace(/[\u00ad\u200b]/g, "")
    .trim()
    .toLowerCase();
  if (set === "c" && low < 20 && /^[^\s<>=[\]]+$/u.test(word)) found.small.set(word, low);
  // Years that are spelled as ordinals are no cardinals.
  if (text === `=${set}=` || text === "" || (set === "c" && text === "=o=")) return;
  const key = `${low}/${divisorOf(base, low)} ${text}`;
  into.set(key, Math.max(high, into.get(key) ?? 0));
}

/** `$(cardinal,one{тысяча}few{тысячи})$` and `{a|b}` are several rules. */
function variants(body: string): string[] {
  const found = /\$\(\w+,(.*?)\)\$|\{([^{}]*)\}/u.exec(body);
  if (!found) return [body];
  const forms =
    found[1]?.match(/\{[^}]*\}/gu)?.map((form) => form.slice(1, -1)) ?? found[2]?.split("|") ?? [];
  const [before, after] = [body.slice(0, found.index), body.slice(found.index + found[0].length)];
  return [...new Set(forms)].flatMap((form) => variants(before + form + after));
}

/** The highest power of the radix that the base holds. */
function divisorOf(base: string, low: number): number {
  const radix = Number(/\/([\d,]+)/.exec(base)?.[1]?.replaceAll(",", "") ?? 10);
  let divisor = 1;
  while (divisor * radix <= low) divisor *= radix;
  return base.endsWith(">") ? divisor / radix : divisor;
}

function namesOf(ruleSets: readonly RuleSets[]): (name: string) => string {
  const own = [...new Set(ruleSets.flatMap((sets) => Object.keys(sets)))].filter((name) =>
    name.startsWith("%%"),
  );
  return (name) => {
    if (/^%spellout-ordinal/.test(name)) return "o";
    if (name === "%spellout-years") return "y";
    if (/^%spellout-/.test(name)) return "c";
    const index = own.indexOf(name);
    if (index < 0) throw new Error(`there is no rule set ${name}`);
    return `p${index}`;
  };
}

type Rule = [key: string, high: number];

/** Without rules that spell nothing which another of the same text does not: `2e6-1e9 <c<milioni` beside `1e6-1e9`. */
function withoutContained(rules: readonly Rule[]): Rule[] {
  const partsOf = ([key, high]: Rule) => {
    const [, low, rest = ""] = /^(\S+?)(\/.*)$/su.exec(key) ?? [];
    return { low: Number(low), high, rest };
  };
  const all = rules.map(partsOf);
  return rules.filter((rule, index) => {
    const { low, high, rest } = partsOf(rule);
    // Spelling without a quotient depends on the beginning of the range.
    if (!/([<=])\w+\1/.test(rest)) return true;
    return !all.some(
      (other, at) => at !== index && other.rest === rest && other.low <= low && other.high >= high,
    );
  });
}

/** Sets that spell the same become one, and so do then the rules that differ by their names alone. */
function withoutTwins(sets: readonly (readonly [name: string, rules: string])[]): [string, string][] {
  const first = new Map<string, string>();
  for (const [name, rules] of sets) if (!first.has(rules)) first.set(rules, name);
  const twins = new Map(sets.map(([name, rules]) => [name, first.get(rules) ?? name]));
  if (sets.every(([name]) => twins.get(name) === name)) return sets.map(([name, rules]) => [name, rules]);
  const renamed = sets
    .filter(([name]) => twins.get(name) === name)
    .map(([name, rules]): [string, string] => {
      const lines = rules.replace(
        /([<>=])(\w+)\1/g,
        (_all, sign, set) => sign + (twins.get(set) ?? set) + sign,
      );
      return [name, [...new Set(lines.split("\n"))].join("\n")];
    });
  return withoutTwins(renamed);
}

/** Those that cardinals and ordinals lead to. */
function usedSets(sets: ReadonlyMap<string, string>): Record<string, string> {
  const used = new Set(["c", "o", "y"].filter((set) => sets.get(set)));
  for (const set of used)
    for (const [, name = ""] of (sets.get(set) ?? "").matchAll(/[<>=](\w+)[<>=]/g)) used.add(name);
  return Object.fromEntries([...used].map((set) => [set, sets.get(set) ?? ""]));
}

function written([key, high]: Rule): string {
  const [, base = "", divisor = "1", text = ""] = /^([\de+]+)\/([\de+]+) (.*)$/su.exec(key) ?? [];
  const alone = !/[<>=]/.test(text);
  const range = alone ? "" : `-${short(high)}${divisor === "1" ? "" : `/${short(divisor)}`}`;
  return `${short(base)}${range} ${text}`;
}

/** 2000000 as 2e6. */
function short(value: string | number): string {
  return String(value)
    .replace("e+", "e")
    .replace(/0{6,}$/, (zeros) => `e${zeros.length}`);
}

function byBase(one: string, other: string): number {
  return Number(/^[\de]+/.exec(one)) - Number(/^[\de]+/.exec(other));
}

/**
 * Rule sets as ICU writes them: `%name:` and then `base: text;` a line. Beside that, `@name=text` stands for text that repeats,
 * `{a|b}` for alternatives, and `1...: one two/twain three;` for rules that count on.
 */
export function parseRules(source: string): RuleSets {
  const sets: Record<string, [string, string][]> = {};
  const macros = new Map<string, string>();
  let set: [string, string][] = [];
  for (const raw of source.split("\n")) {
    const line = raw.replace(/^#.*/, "").trimEnd();
    const macro = /^(@\w+)=(.*)$/u.exec(line);
    const name = /^(%%?[\w-]+):$/.exec(line)?.[1];
    if (macro) macros.set(macro[1] as string, macro[2] as string);
    else if (name !== undefined) {
      set = sets[name] ?? [];
      sets[name] = set;
    } else if (line !== "") {
      const [, base = "", counting, text = ""] = /^([\d,/>x.-]+?)(\.{3})?: (.*)$/u.exec(line) ?? [];
      if (base === "") throw new Error(`not a rule: ${line}`);
      if (counting !== undefined) set.push(...countOn(Number(base), text.replace(/;$/, "")));
      else set.push([base, text.replace(/@[a-z]/gu, (key) => macros.get(key) ?? key)]);
    }
  }
  return sets;
}

function countOn(first: number, words: string): [string, string][] {
  return words.split(" ").map((word, index) => [String(first + index), `{${word.replaceAll("/", "|")}}`]);
}
