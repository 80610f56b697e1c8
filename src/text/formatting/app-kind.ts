/** The kind of place that receives the text, from the caller's details of the app and the focused field. */
import table from "./app-kinds.json";

export type AppKind = "chat" | "mail" | "document" | "code" | "terminal" | "search" | "prose";

export interface AppDescription {
  app?: string | undefined;
  appBundleId?: string | undefined;
  focusedElement?: string | undefined;
}

/** Of `prose` there are none. */
type Patterns = Partial<Record<AppKind, string>>;

const patternsOf = (patterns: Patterns, around: (pattern: string) => string) =>
  Object.entries(patterns).map(
    ([kind, pattern]) => [new RegExp(around(pattern), "i"), kind as AppKind] as const,
  );

const FIELDS = patternsOf(table.fields, (pattern) => `\\b(?:${pattern})\\b`);
const BUNDLES = patternsOf(table.bundles, (pattern) => pattern);
const APPS = patternsOf(table.apps, (pattern) => `^(?:${pattern})\\b`);

/** The field decides before its app: a browser holds everything. */
export function appKindOf({ app, appBundleId, focusedElement }: AppDescription): AppKind {
  return (
    kindIn(FIELDS, focusedElement) ?? kindIn(BUNDLES, appBundleId) ?? kindIn(APPS, app?.trim()) ?? "prose"
  );
}

function kindIn(patterns: ReturnType<typeof patternsOf>, text = ""): AppKind | undefined {
  return text === "" ? undefined : patterns.find(([pattern]) => pattern.test(text))?.[1];
}
