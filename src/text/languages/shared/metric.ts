/**
 * Units of measure whose names the Romance languages build alike: SI prefixes before names that take a plural -s or
 * another ending. A language gives names, prefixes and plurals; the symbols are those of the SI brochure.
 */

interface MetricNames {
  /** Spoken prefix → sign: `quilo` `k`. */
  prefixes: Readonly<Record<string, string>>;
  /** Names that take prefixes → symbol. */
  bases: Readonly<Record<string, string>>;
  /** The same for names that without a prefix are everyday words: `segundo`. */
  prefixedOnly: Readonly<Record<string, string>>;
  /** Names as they are → symbol; alternatives apart by `/`. */
  others: Readonly<Record<string, string>>;
  /** Forms of a name beside itself: plurals, cases. */
  forms: (name: string) => readonly string[];
  /** Adjectives after (or before) a length in all its forms: `cuadrado` → `²`. */
  powers: Readonly<Record<string, string>>;
  powersStand: "after" | "before";
}

const LENGTHS = /^(?:[kdcm]?m|[кдсм]?м)$/;

export function metricUnits(names: MetricNames): Record<string, string> {
  const { prefixes, bases, prefixedOnly, others, forms, powers, powersStand } = names;
  const units: Record<string, string> = { ...others };
  for (const [base, symbol] of Object.entries({ ...bases, ...prefixedOnly })) {
    const bare = base in bases ? [["", ""]] : [];
    for (const [prefix = "", sign = ""] of [...bare, ...Object.entries(prefixes)]) {
      const unit = sign + symbol;
      for (const name of [prefix + base, ...forms(prefix + base)]) {
        units[name] ??= unit;
        if (!LENGTHS.test(unit)) continue;
        for (const [adjective, power] of Object.entries(powers)) {
          units[powersStand === "after" ? `${name} ${adjective}` : `${adjective} ${name}`] = unit + power;
        }
      }
    }
  }
  return units;
}
