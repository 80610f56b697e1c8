/** What the frame knows of a page before it is loaded. */
import type { ComponentType } from "preact";
import { lazy } from "preact-iso";
import type { Schemas } from "./client/api.ts";
import type { IconName } from "./parts/drawing.tsx";

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
  Component: ComponentType & { preload: () => Promise<unknown> };
}

const defined = new Map<string, KnownPage>();

export function definePage(definition: PageDefinition): KnownPage {
  const page = { ...definition, Component: lazy(definition.load) as KnownPage["Component"] };
  defined.set(definition.paths[0], page);
  return page;
}

/** For a page that leads to others. */
export function hasPage(path: string): boolean {
  return defined.has(path);
}
