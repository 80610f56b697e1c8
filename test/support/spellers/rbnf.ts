/** Spells numbers as CLDR's rules say (UTS 35, part 3), to be read back. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseRules, type RuleSets } from "../../../scripts/languages/rbnf.ts";

const ROOT = join(import.meta.dir, "../../..");

interface Rule {
  low: number;
  divisor: number;
  text: string;
}

export type Speller = (value: number) => string;

/** The rule sets of a language by their names. */
export function spellersOf(code: string): Map<string, Speller> {
  const sets = ruleSets(code);
  const named = Object.entries(sets).filter(([name]) => name.startsWith("%"));
  const rules = new Map(
    named.map(([name, list]) => [name, list.flatMap(([base, text]) => ruleOf(base, text))]),
  );
  const plural = new Intl.PluralRules(code);

  function spell(name: string, value: number): string {
    const list = rules.get(name) ?? [];
    let index = list.findLastIndex(({ low }) => low <= value);
    const candidate = list[index];
    if (!candidate) throw new Error(`${name} of ${code} has no rule for ${value}`);
    // Without a remainder, the rule before spells it.
    const both = /[<←][^<←]*[<←].*[>→][^>→]*[>→]/u.test(candidate.text.replace(/\[.*?\]/gu, ""));
    if (both && value % candidate.divisor === 0 && candidate.low % candidate.divisor !== 0) index--;
    return apply(name, list[index] as Rule, value);
  }

  function apply(name: string, { text, divisor }: Rule, value: number): string {
    const rest = value % divisor;
    const body = text.replace(/\[([^|\]]*)\|?(.*?)\]/gu, rest === 0 ? "$2" : "$1");
    return body
      .replace(/\$\(cardinal,(.*?)\)\$/gu, (_all, forms: string) => {
        const form = plural.select(Math.floor(value / divisor));
        return (
          new RegExp(`${form}\\{([^}]*)\\}`, "u").exec(forms)?.[1] ??
          /other\{([^}]*)\}/u.exec(forms)?.[1] ??
          ""
        );
      })
      .replace(/([←→=])(%[^←→=]*)?\1+/gu, (_all, sign: string, other: string | undefined) =>
        spell(other ?? name, sign === "=" ? value : sign === "←" ? Math.floor(value / divisor) : rest),
      );
  }

  return new Map(
    [...rules.keys()]
      .filter((name) => /^%spellout(?!.*-extra$)/.test(name))
      .map((name) => [name, (value: number) => spell(name, value).replace(/[\u00ad\u200b]/g, "")]),
  );
}

function ruleOf(base: string, text: string): Rule[] {
  const low = Number(base.replace(/[/>].*/, "").replaceAll(",", ""));
  if (!Number.isFinite(low) || base.startsWith("-")) return [];
  const radix = Number(/\/([\d,]+)/.exec(base)?.[1]?.replaceAll(",", "") ?? 10);
  let divisor = 1;
  while (divisor * radix <= low) divisor *= radix;
  if (base.endsWith(">")) divisor /= radix;
  const body = text.replace(/;\s*$/, "").replaceAll("<", "←").replaceAll(">", "→").replace(/^'/, "");
  return [{ low, divisor, text: body.replace(/(?<!\$.*)\{([^{}|]*)[^{}]*\}/gu, "$1") }];
}

/** CLDR's sets, and ours where it has none. */
function ruleSets(code: string): RuleSets {
  const read = (path: string) => {
    const whole = join(ROOT, path);
    return existsSync(whole) ? readFileSync(whole, "utf8") : "";
  };
  const ours = read(`scripts/languages/rules/${code}.txt`);
  const theirs = ours.startsWith("# alone") ? "" : read(`node_modules/cldr-rbnf/rbnf/${code}.json`);
  return { ...parseRules(ours), ...(theirs === "" ? {} : JSON.parse(theirs).rbnf.rbnf.SpelloutRules) };
}
