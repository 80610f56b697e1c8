/** What the frame knows of a page before it is loaded. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { lazy } from "preact-iso";
import type { Schemas } from "../client/api.ts";
import type { IconName } from "./drawing.tsx";

/** Where the menu has it: among what one came for, the account's own, or an administrator's. */
export type PageGroup = "work" | "account" | "administration";

export interface PageDefinition {
  /** Below /app/; the first is where the menu leads. With `:name` for variable parts. */
  paths: readonly [string, ...string[]];
  icon: IconName;
  group: PageGroup;
  /** In the menu; called while it is drawn. */
  title: () => string;
  /** Also in the bottom bar of phones, which has room for four. */
  inBottomBar?: boolean;
  /** Whom it is for; everybody where it is left out. */
  isFor?: (me: Schemas["Profile"]) => boolean;
  load: () => Promise<{ default: ComponentType }>;
}

export interface KnownPage extends PageDefinition {
  Component: ComponentType;
  /** Before somebody goes there; where it fails, going there tells. */
  preload: () => void;
}

/** Of the page that is shown; null where it stands. */
export const failure = signal<Error | null>(null);

/** The frame says so in the page's place. */
function failedToLoad(error: Error): { default: ComponentType } {
  failure.value = error;
  return { default: () => null };
}

export function definePage(definition: PageDefinition): KnownPage {
  const { load } = definition;
  return {
    ...definition,
    Component: lazy(() => load().catch(failedToLoad)),
    preload: () => void load().catch(() => {}),
  };
}
