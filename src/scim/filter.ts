/** Filters (RFC 7644 §3.4.2.2): read into a tree, and asked of a resource. */
import { ScimError } from "../accounts/directory/scim-error.ts";
import { limits } from "../config/limits.ts";
import type { Slices } from "../lib/slices.ts";
import {
  type Attribute,
  attributeNamed,
  attributesOf,
  type ResourceType,
  withoutSchema,
} from "./attributes.ts";
import { isObject } from "./values.ts";

export type Filter =
  | { kind: "and"; left: Filter; right: Filter }
  | { kind: "or"; left: Filter; right: Filter }
  | { kind: "not"; of: Filter }
  | { kind: "has"; at: Target }
  | { kind: "compare"; at: Target; operator: Operator; value: Literal }
  /** Some value of a list fulfils the filter. */
  | { kind: "some"; list: Attribute; of: Filter };

/** An attribute, or a part of one. */
export interface Target {
  attribute: Attribute;
  sub: Attribute | null;
}

type Literal = string | number | boolean | null;
const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
type Operator = (typeof OPERATORS)[number];

/** The scope of names. */
interface Scope {
  attributes: readonly Attribute[];
  type: ResourceType;
}

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

/** @throws ScimError `invalidFilter`. */
export function parseFilter(text: string, type: ResourceType): Filter {
  return bounded(new FilterReader(text, type).whole({ attributes: attributesOf(type), type }));
}

/** Of a list's values, as in the path of a patch. @throws ScimError `invalidFilter`. */
export function parseValueFilter(text: string, list: Attribute, type: ResourceType): Filter {
  return bounded(new FilterReader(text, type).whole({ attributes: list.subAttributes ?? [], type }));
}

function bounded(filter: Filter): Filter {
  if (comparisonsOf(filter) <= limits.scimFilterComparisons) return filter;
  throw invalidFilter(`It may hold at most ${limits.scimFilterComparisons} comparisons.`);
}

/** The value that the filter requires of an attribute, so that not every resource need be read. */
export function equalTo(filter: Filter, name: string): string | undefined {
  if (filter.kind === "and") return equalTo(filter.left, name) ?? equalTo(filter.right, name);
  if (filter.kind !== "compare" || filter.operator !== "eq" || typeof filter.value !== "string")
    return undefined;
  return filter.at.attribute.name === name && filter.at.sub === null ? filter.value : undefined;
}

function onlyEqual(filter: Filter, name: string): string | undefined {
  return filter.kind === "compare" ? equalTo(filter, name) : undefined;
}

/** Whose `value` in a list of it the filter asks for, and for nothing else. */
export function onlyHolding(filter: Filter, list: string): string | undefined {
  if (filter.kind === "some" && filter.list.name === list) return onlyEqual(filter.of, "value");
  if (filter.kind !== "compare" || filter.operator !== "eq" || typeof filter.value !== "string")
    return undefined;
  const { attribute, sub } = filter.at;
  return attribute.name === list && (sub === null || sub.name === "value") ? filter.value : undefined;
}

/** Whether it asks for an attribute at all. */
export function looksAt(filter: Filter, name: string): boolean {
  switch (filter.kind) {
    case "and":
    case "or":
      return looksAt(filter.left, name) || looksAt(filter.right, name);
    case "not":
      return looksAt(filter.of, name);
    case "some":
      return filter.list.name === name;
    default:
      return filter.at.attribute.name === name;
  }
}

export function comparisonsOf(filter: Filter): number {
  switch (filter.kind) {
    case "and":
    case "or":
      return comparisonsOf(filter.left) + comparisonsOf(filter.right);
    case "not":
    case "some":
      return comparisonsOf(filter.of);
    default:
      return 1;
  }
}

export function fulfils(value: Record<string, unknown>, filter: Filter): boolean {
  switch (filter.kind) {
    case "and":
      return fulfils(value, filter.left) && fulfils(value, filter.right);
    case "or":
      return fulfils(value, filter.left) || fulfils(value, filter.right);
    case "not":
      return !fulfils(value, filter.of);
    case "some":
      return listOf(value[filter.list.name]).some((each) => isObject(each) && fulfils(each, filter.of));
    case "has":
      return valuesAt(value, filter.at).length > 0;
    case "compare":
      return fulfilsComparison(valuesAt(value, filter.at), filter);
  }
}

const VALUES_AT_ONCE = 200;

/** `fulfils` of a resource with thousands of values, comparison by comparison. */
export function* fulfilling(resource: Record<string, unknown>, filter: Filter): Slices<boolean> {
  yield;
  switch (filter.kind) {
    case "and":
      return (yield* fulfilling(resource, filter.left)) && (yield* fulfilling(resource, filter.right));
    case "or":
      return (yield* fulfilling(resource, filter.left)) || (yield* fulfilling(resource, filter.right));
    case "not":
      return !(yield* fulfilling(resource, filter.of));
    case "some": {
      const { name } = filter.list;
      const values = listOf(resource[name]);
      for (let at = 0; at < values.length; at += VALUES_AT_ONCE) {
        if (fulfils({ [name]: values.slice(at, at + VALUES_AT_ONCE) }, filter)) return true;
        yield;
      }
      return false;
    }
    default:
      return fulfils(resource, filter);
  }
}

function fulfilsComparison(
  values: readonly unknown[],
  { operator, value, at }: Extract<Filter, { kind: "compare" }>,
): boolean {
  if (value === null) return (values.length === 0) === (operator === "eq");
  if (operator === "ne") return !values.some((each) => compares(each, "eq", value, at));
  return values.some((each) => compares(each, operator, value, at));
}

class FilterReader {
  readonly #tokens: string[] = [];
  readonly #type: ResourceType;
  #at = 0;
  #depth = 0;

  constructor(text: string, type: ResourceType) {
    this.#type = type;
    if (text.length > limits.scimFilterChars)
      throw invalidFilter(`It may have at most ${limits.scimFilterChars} characters.`);
    TOKEN.lastIndex = 0;
    while (text.slice(TOKEN.lastIndex).trim() !== "") {
      const from = TOKEN.lastIndex;
      const found = TOKEN.exec(text);
      if (found === null) throw invalidFilter(`It cannot be read at character ${from + 1}.`);
      this.#tokens.push(found[0].trim());
    }
  }

  whole(scope: Scope): Filter {
    const filter = this.#or(scope);
    if (this.#at < this.#tokens.length) throw invalidFilter(`${this.#next()} is one too many.`);
    return filter;
  }

  #or(scope: Scope): Filter {
    this.#depth += 1;
    if (this.#depth > limits.scimFilterDepth)
      throw invalidFilter(`It may be nested ${limits.scimFilterDepth} deep.`);
    let left = this.#and(scope);
    while (this.#takes("or")) left = { kind: "or", left, right: this.#and(scope) };
    this.#depth -= 1;
    return left;
  }

  #and(scope: Scope): Filter {
    let left = this.#term(scope);
    while (this.#takes("and")) left = { kind: "and", left, right: this.#term(scope) };
    return left;
  }

  #term(scope: Scope): Filter {
    if (this.#takes("not")) {
      this.#expect("(");
      return { kind: "not", of: this.#within(scope, ")") };
    }
    if (this.#takes("(")) return this.#within(scope, ")");
    const at = this.#target(scope, this.#next());
    if (at.sub === null && this.#takes("[")) {
      const attributes = at.attribute.subAttributes ?? [];
      return { kind: "some", list: at.attribute, of: this.#within({ ...scope, attributes }, "]") };
    }
    return this.#comparison(at);
  }

  #comparison(at: Target): Filter {
    const written = this.#next();
    if (written.toLowerCase() === "pr") return { kind: "has", at };
    const operator = OPERATORS.find((each) => each === written.toLowerCase());
    if (operator === undefined) throw invalidFilter(`${written} is no operator.`);
    const value = literalOf(this.#next());
    const { type } = comparedBy(at);
    if (type === "boolean" && !["eq", "ne"].includes(operator))
      throw invalidFilter(`${operator} does not go with true and false.`);
    if (value !== null && typeof value !== (type === "boolean" ? "boolean" : "string"))
      throw invalidFilter(`${JSON.stringify(value)} is of another type than the attribute.`);
    return { kind: "compare", at, operator, value };
  }

  #within(scope: Scope, end: string): Filter {
    const filter = this.#or(scope);
    this.#expect(end);
    return filter;
  }

  #target({ attributes }: Scope, written: string): Target {
    const [name = "", part, ...rest] = (withoutSchema(this.#type, written) ?? "").split(".");
    const attribute = attributeNamed(attributes, name);
    const sub = part === undefined ? null : attributeNamed(attribute?.subAttributes, part);
    if (attribute === undefined || sub === undefined || rest.length > 0)
      throw invalidFilter(`There is no attribute ${written} here.`);
    return { attribute, sub };
  }

  #takes(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  #expect(token: string): void {
    if (!this.#takes(token)) throw invalidFilter(`A ${token} is missing.`);
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw invalidFilter("It ends too early.");
    this.#at += 1;
    return token;
  }
}

/** JSON (§3.4.2.2), but Microsoft Entra writes `True`. */
function literalOf(written: string): Literal {
  if (/^(true|false|null)$/i.test(written)) return JSON.parse(written.toLowerCase()) as boolean | null;
  try {
    const value: unknown = JSON.parse(written);
    if (typeof value === "string" || typeof value === "number") return value;
  } catch {
    // Reported below, like anything else that is no value.
  }
  throw invalidFilter(`${written} is no value: texts stand in double quotes.`);
}

/** A list stands for its values, a value of parts for the one that is called so (RFC 7643 §2.4). */
function valuesAt(resource: Record<string, unknown>, { attribute, sub }: Target): unknown[] {
  const values = listOf(resource[attribute.name]);
  if (attribute.type !== "complex") return values;
  const part = sub?.name ?? "value";
  const parts = values.flatMap((each) => (isObject(each) ? listOf(each[part]) : []));
  return sub === null && parts.length === 0 ? values : parts;
}

/** Of an attribute with parts it is the value (RFC 7643 §2.4). */
function comparedBy({ attribute, sub }: Target): Attribute {
  return sub ?? attributeNamed(attribute.subAttributes, "value") ?? attribute;
}

function listOf(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

function compares(value: unknown, operator: Operator, literal: Literal, { attribute, sub }: Target): boolean {
  if (typeof value !== "string" || typeof literal !== "string") return value === literal;
  const { caseExact } = comparedBy({ attribute, sub });
  const fold = (text: string) => (caseExact ? text : text.toLowerCase());
  const [a, b] = [fold(value), fold(literal)];
  if (operator === "eq") return a === b;
  if (operator === "co") return a.includes(b);
  if (operator === "sw") return a.startsWith(b);
  if (operator === "ew") return a.endsWith(b);
  if (operator === "gt") return a > b;
  if (operator === "ge") return a >= b;
  return operator === "lt" ? a < b : a <= b;
}

function invalidFilter(message: string): ScimError {
  return new ScimError(400, "invalidFilter", `The filter is not valid. ${message}`);
}
