/** The frame's data of a page before it is loaded. */
import { signal } from "@preact/signals";
import { type ComponentType, h } from "preact";
import { useEffect } from "preact/hooks";
import type { Schemas } from "../client/api.ts";
import { mayLeave } from "../client/leaving.ts";
import { lookForNewVersion } from "../client/new-version.ts";
import type { IconName } from "./button.tsx";
import { WaitingPage } from "./waiting-page.tsx";

/** Where the menu has it: among what one came for, the account's own, or an administrator's. */
export type PageGroup = "work" | "account" | "administration";

interface PageDefinition {
  /** Below /app/; the first is where the menu leads. With `:name` for variable parts. */
  paths: readonly [string, ...string[]];
  icon: IconName;
  /** In the menu; called while it is drawn. */
  title: () => string;
  /** It has the whole window, without the menu: read from afar, or a gate as those of log-in, with one thing to do. */
  whole?: "screen" | "gate";
  /** Also in the bottom bar of phones, which has room for four. */
  inBottomBar?: boolean;
  /** Not in the menu, nor found by its name: something else leads there. */
  isUnlisted?: boolean;
  /** Of those on the server: the page is for people who have it; for everybody without it and `isFor`. */
  needs?: Schemas["Profile"]["server_permissions"][number];
  isFor?: (me: Schemas["Profile"]) => boolean;
  load: () => Promise<{ default: ComponentType }>;
}

export interface KnownPage extends PageDefinition {
  group: PageGroup;
  Component: ComponentType;
  /** Before somebody goes there; if it fails, going there shows it. */
  preload: () => Promise<void>;
}

/** Of the page that is shown; null where it stands. */
export const failure = signal<Error | null>(null);

const RETRY_MS = 3_000;

export function definePages(group: PageGroup, definitions: readonly PageDefinition[]): KnownPage[] {
  return definitions.map((definition) => ({ group, ...definition, ...loading(definition) }));
}

function loading(definition: PageDefinition): Pick<KnownPage, "Component" | "preload"> {
  const page = signal<ComponentType | null>(null);
  let wasCut = false;
  /** @returns whether it is there, or how it is not: the server does not answer, or does, without its code. */
  const load = async (): Promise<"here" | "cut" | Error> => {
    try {
      page.value ??= (await definition.load()).default;
      return "here";
    } catch (error) {
      if (await lookForNewVersion()) return error as Error;
      wasCut = true;
      return "cut";
    }
  };
  /** A connection that was cut is waited for; what fails though the server answers is shown by the frame. */
  const loadOnceReached = async (gone: AbortSignal): Promise<void> => {
    let found = await load();
    for (; found === "cut" && !gone.aborted; found = await load()) await connectionMayBeBack(gone);
    if (!(found instanceof Error) || gone.aborted) return;
    // Browsers keep the failure of an import, as of the one while the connection was cut, until the page is loaded again.
    if (wasCut && mayLeave("tab")) location.reload();
    else failure.value = found;
  };
  return {
    Component: () => {
      useEffect(() => {
        const gone = new AbortController();
        void loadOnceReached(gone.signal);
        return () => gone.abort();
      }, []);
      return page.value === null ? h(WaitingPage, { title: definition.title() }) : h(page.value, null);
    },
    preload: async () => void (await load()),
  };
}

function connectionMayBeBack(gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, RETRY_MS);
    addEventListener("online", end, { signal: over.signal });
    gone.addEventListener("abort", end, { signal: over.signal });
  });
}
