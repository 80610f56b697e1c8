/** What the frame knows of a page before it is loaded. */
import { signal } from "@preact/signals";
import { type ComponentType, h } from "preact";
import { useEffect } from "preact/hooks";
import type { Schemas } from "../client/api.ts";
import type { IconName } from "./drawing.tsx";
import { WaitingPage } from "./waiting-page.tsx";

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

export function definePage(definition: PageDefinition): KnownPage {
  const page = signal<ComponentType | null>(null);
  const load = async () => {
    page.value ??= (await definition.load()).default;
  };
  /** The frame tells where it cannot be loaded. */
  const loadOrFail = () =>
    load().catch((error: Error) => {
      failure.value = error;
    });
  return {
    ...definition,
    Component: () => {
      useEffect(() => void loadOrFail(), []);
      return page.value === null ? h(WaitingPage, { title: definition.title() }) : h(page.value, null);
    },
    preload: () => void load().catch(() => {}),
  };
}
