import { toIsoTime } from "./clock.ts";

/** `created_at` of `createdAt`. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

/** Times are milliseconds here, and ISO 8601 there. */
type WireValue<Name, Value> = Name extends `${string}At` ? (Value extends number ? string : Value) : Value;

type WireForm<From, Name extends keyof From & string> = {
  [Each in Name as SnakeCase<Each>]: WireValue<Each, From[Each]>;
};

/** These members, and no others, as the API and JSON outputs have them: in snake case, times as text. */
export function wireForm<From extends object, Name extends keyof From & string>(
  from: From,
  ...names: readonly Name[]
): WireForm<From, Name> {
  const members = names.map((name) => {
    const value = from[name];
    const isTime = name.endsWith("At") && typeof value === "number";
    return [snakeCase(name), isTime ? toIsoTime(value) : value];
  });
  return Object.fromEntries(members) as WireForm<From, Name>;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
