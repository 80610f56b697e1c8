/**
 * The app in a real browser. A page's test opens a `Dashboard`, lists the states of its page and lets `walk` look at each:
 * axe-core in light and dark on a phone and on a screen, no overflow from 320 px to 4K and at 200 % zoom, everything by the
 * keyboard. A page that asks another host, breaks the policy, throws or writes an error fails.
 */
import { expect } from "bun:test";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from "playwright-core";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import type { User } from "../../src/store/people/users.ts";
import { faultsInAllViews, sharedChromium } from "../support/chromium.ts";
import { TEST_ACTOR, temporaryFolder } from "../support/database.ts";
import { deletedAtTheEnd } from "../support/end-of-process.ts";
import { eventually } from "../support/eventually.ts";
import { startServer, type TestServer, type TestServerOptions } from "../support/server.ts";
import type { Network } from "./network.ts";

export const PHONE = 390;
const SCREEN = 1280;
const HEIGHT = 900;

export interface PageState extends Pick<OpenOptions, "as" | "failedCalls" | "live" | "script"> {
  name: string;
  path: string;
  /** Brings it about, and waits until it is there. */
  prepare?: (page: Page) => Promise<unknown>;
  /** It is the state in which something is waited for. */
  isWaiting?: boolean;
}

export interface OpenOptions extends BrowserContextOptions {
  /** The code of every page, a hundred scripts, while the browser is idle. Else as for who saves data: only as pages are opened. */
  fetchesAhead?: boolean;
  /** Words are shown while they are spoken: it costs a stream, and is off where it is not what a test is about. */
  live?: boolean;
  /** Runs before those of each page. */
  script?: string;
  width?: number;
  /** Whose; the dashboard's own person's where it is left out. */
  as?: User;
  /** Failed calls that belong to it, such as `/404/`: the browser writes an error for each. */
  failedCalls?: RegExp;
}

interface Window {
  page: Page;
  /** How it was opened: only one that is opened so takes its place. */
  kind: string;
  isLeft: boolean;
  failedCalls: RegExp | undefined;
}

export interface DashboardOptions extends TestServerOptions {
  flags?: readonly string[];
  network?: Network;
}

export class Dashboard implements AsyncDisposable {
  readonly server: TestServer;
  readonly person: User;
  /** Where pages are opened: the server, or a way there that can be cut. */
  readonly url: string;
  readonly #browser: Browser;
  /** Each with one page. */
  readonly #windows = new Set<Window>();
  /** Faults of pages, beside their content. */
  readonly #faults: string[] = [];

  static async open({ flags, network, ...options }: DashboardOptions = {}): Promise<Dashboard> {
    // Browsers give the microphone to hosts with this name.
    const server = await startServer({ host: "localhost", ...options });
    if (unpacked !== null) cpSync(unpacked, join(server.dataDir, "web"), { recursive: true });
    const url = (await network?.to(server.url)) ?? server.url;
    return new Dashboard(server, url, await sharedChromium(flags));
  }

  private constructor(server: TestServer, url: string, browser: Browser) {
    this.server = server;
    this.url = url;
    this.#browser = browser;
    this.person = this.addPerson("Maren Holt");
  }

  addPerson(name: string): User {
    return addUser(this.#deps, { email: `${name.toLowerCase().replaceAll(" ", ".")}@acme.test`, name });
  }

  /** Logged in, in a window of its own: a new one, or one that was left and is as new. */
  async page({ width = SCREEN, as = this.person, failedCalls, ...options }: OpenOptions = {}): Promise<Page> {
    const kind = JSON.stringify(options);
    const left = [...this.#windows].find((each) => each.isLeft && each.kind === kind);
    const window = left ?? { kind, isLeft: false, failedCalls, page: await this.#newPage(options) };
    Object.assign(window, { isLeft: false, failedCalls });
    this.#windows.add(window);
    const { page } = window;
    this.#watch(window);
    await this.logIn(page.context(), as);
    await page.setViewportSize({ width, height: HEIGHT });
    return page;
  }

  async #newPage({ fetchesAhead = false, live = false, script, ...context }: OpenOptions): Promise<Page> {
    const window = await this.#browser.newContext({
      baseURL: this.url,
      reducedMotion: "reduce",
      // `page.route` does not see a worker's answers.
      serviceWorkers: "block",
      ...context,
    });
    const page = await window.newPage();
    if (!fetchesAhead)
      await page.addInitScript("Object.defineProperty(navigator.connection, 'saveData', { value: true })");
    if (!live)
      await page.addInitScript("if (origin !== 'null') localStorage.tiro_dictate ??= '{\"live\":false}'");
    if (script !== undefined) await page.addInitScript(script);
    return page;
  }

  /** In the place of the person who was logged in in this window. @param agoMs how long ago they proved who they are. */
  async logIn(window: BrowserContext, as: User, agoMs = 0): Promise<void> {
    const { url } = this;
    const authenticatedAt = this.#deps.clock.now() - agoMs;
    const log = { methods: ["password" as const], address: "::1", userAgent: null, authenticatedAt };
    const value = beginBrowserSession(this.#deps, as, log);
    await window.addCookies([{ name: "tiro_session", value, url, sameSite: "Lax", httpOnly: true }]);
  }

  /** The test of it is over: nothing went wrong in any page. */
  async done(page: Page): Promise<void> {
    this.expectNoFaults();
    await this.leave(page);
  }

  /**
   * Makes its window as new for the next page that is opened so: what the browser compiled for it is half of what a page costs.
   */
  async leave(page: Page): Promise<void> {
    const window = [...this.#windows].find((each) => each.page === page);
    if (window === undefined || window.isLeft) return;
    const context = page.context();
    window.isLeft = true;
    for (const event of WATCHED) page.removeAllListeners(event);
    const isAsNew = context.pages().length === 1 && !page.isClosed() && (await emptied(page));
    if (isAsNew) return;
    this.#windows.delete(window);
    await context.close();
  }

  async leaveAll(): Promise<void> {
    for (const { page } of [...this.#windows]) await this.leave(page);
  }

  /** Fails with whatever went wrong since the last time. */
  expectNoFaults(): void {
    expect(this.#faults.splice(0)).toEqual([]);
  }

  /** Looks at every state as everybody must be able to see it. */
  async walk(states: readonly PageState[]): Promise<void> {
    const found: string[] = [];
    for (const state of states) {
      const page = await this.#show(state);
      found.push(...(await this.faultsOf(page, state)));
      await this.leave(page);
    }
    expect(found).toEqual([]);
    this.expectNoFaults();
  }

  /** The faults of the page as it stands, in every view; it stays in the last of them. */
  async faultsOf(page: Page, { name, isWaiting = false }: Omit<PageState, "path">): Promise<string[]> {
    const found = await faultsInAllViews(page, async () => isWaiting || (await settled(page)));
    return found.map((fault) => `${name}, ${fault}`);
  }

  async #show({ path, prepare, name: _, isWaiting: __, ...options }: PageState): Promise<Page> {
    const page = await this.page(options);
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await prepare?.(page);
    return page;
  }

  #watch({ page, failedCalls }: Window): void {
    const { url } = this;
    const note = (fault: string) => void this.#faults.push(fault);
    watchRequests(page);
    page.on("request", (request) => {
      const { origin, protocol, pathname, searchParams } = new URL(request.url());
      // It got no answer: the browser finds no other host.
      if (origin !== url && !["data:", "blob:"].includes(protocol))
        note(`another host was asked: ${request.url()}`);
      const typed = pathname.startsWith("/docs/") ? ["q"] : ["query", "prefix"];
      if (typed.some((name) => searchParams.has(name)))
        note(`what was searched for is in an address: ${request.url()}`);
    });
    page.on("pageerror", (error) =>
      note(`thrown: ${error.stack || `${error.name} ${error.message}`} (${page.url()})`),
    );
    page.on("console", (message) => {
      const text = `${message.text()} (${message.location().url})`;
      const isExpected =
        failedCalls?.test(text) && /^(Failed to load resource|WebSocket connection)/.test(text);
      if (message.type() === "error" && !isExpected) note(`written: ${text}`);
    });
  }

  get #deps() {
    const { db, clock } = this.server.context;
    return { db, clock, actor: TEST_ACTOR };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#windows].map(({ page }) => page.context().close()));
    const files = join(this.server.dataDir, "web");
    if (existsSync(files)) unpacked ??= keptOf(files);
    await this.server.close();
  }
}

/** The app's files as the first server of a run compressed them, which takes a second of a processor: the others have the same. */
let unpacked: string | null = null;

function keptOf(folder: string): string {
  const kept = deletedAtTheEnd(temporaryFolder());
  cpSync(folder, kept.path, { recursive: true });
  return kept.path;
}

/** The events that pages are listened to for. */
const WATCHED = [
  ...["request", "requestfinished", "requestfailed", "response", "framenavigated"],
  ...["pageerror", "console", "dialog", "download", "popup", "websocket"],
];

/** Storage, but not what the page's process has compiled: a page with the same policy of openers stays in it. */
async function emptied(page: Page): Promise<boolean> {
  const context = page.context();
  try {
    await context.setOffline(false);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.emulateMedia({ colorScheme: null });
    const headers = { "Cross-Origin-Opener-Policy": "same-origin" };
    await page.route("**/nothing", (route) => route.fulfill({ headers, contentType: "text/html" }));
    await page.goto("/nothing");
    await page.unrouteAll();
    const client = await context.newCDPSession(page);
    const { origin } = new URL(page.url());
    await client.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await client.detach();
    await page.evaluate("localStorage.clear(), sessionStorage.clear()");
    await context.clearCookies();
    return true;
  } catch {
    // Its server or the network is gone, or the page.
    return false;
  }
}

const underWay = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  // The stream of events is open as long as its page.
  page.on("request", (request) => request.resourceType() !== "eventsource" && requests.add(request));
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => requests.delete(request));
  page.on("framenavigated", (frame) => frame === page.mainFrame() && requests.clear());
}

/** Waits until everything that the page asked for is there and drawn, also what it asks for then. */
export async function settled(page: Page): Promise<void> {
  const isSettled = async () => {
    const { size } = underWay.get(page) as Set<Request>;
    return [size, await sketches(page), underWay.get(page)?.size];
  };
  await eventually(isSettled, [0, 0, 0]);
}

/** Arrived data is drawn in the next frame, and its effects run after that. */
function sketches(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { document, requestAnimationFrame } = globalThis as unknown as Scope;
    await new Promise<void>((drawn) =>
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))),
    );
    return [...document.querySelectorAll(".skeleton")].filter((each) => each.checkVisibility()).length;
  });
}

/** Globals of a page's script. */
interface Scope {
  document: { querySelectorAll(selector: string): Iterable<{ checkVisibility(): boolean }> };
  requestAnimationFrame(act: () => void): void;
}

/**
 * Goes through the page with the tabulator key alone: everything that can be used is reached once, shows the focus, and
 * nothing holds it.
 * @returns the names of what was reached, in order.
 */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  await settled(page);
  const usable = await page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { querySelectorAll(text: string): Iterable<Shown> };
    };
    interface Shown {
      checkVisibility(options: object): boolean;
      closest(selector: string): unknown;
    }
    const selector =
      "a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex='0']";
    return [...document.querySelectorAll(selector)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest("[tabindex='-1']:not(main)"),
    ).length;
  });
  const reached: string[] = [];
  for (let pressed = 0; pressed < 2 * usable + 8; pressed++) {
    await page.keyboard.press("Tab");
    const focused = await focusedElement(page);
    if (focused === null) break;
    if (focused.isSame) continue;
    expect(`${focused.name}: ${focused.isVisible ? "shows" : "hides"} the focus`).toBe(
      `${focused.name}: shows the focus`,
    );
    if (focused.isAgain) break;
    reached.push(focused.name);
  }
  expect(reached.length).toBe(usable);
  return reached;
}

interface FocusedElement {
  name: string;
  isVisible: boolean;
  isAgain: boolean;
  /** As with the parts of a date. */
  isSame: boolean;
}

/** Null if the focus left the page. */
function focusedElement(page: Page): Promise<FocusedElement | null> {
  return page.evaluate(() => {
    interface Focused {
      tagName: string;
      textContent: string;
      dataset: Record<string, string>;
      getAttribute(name: string): string | null;
      labels?: Iterable<{ textContent: string }>;
    }
    const scope = globalThis as unknown as {
      document: { activeElement: Focused | null; querySelector(text: string): Focused | null };
      getComputedStyle(element: Focused): { outlineStyle: string; outlineWidth: string };
    };
    const element = scope.document.activeElement;
    if (element === null || element.tagName === "BODY") return null;
    const { outlineStyle, outlineWidth } = scope.getComputedStyle(element);
    const isAgain = element.dataset.reached !== undefined;
    const last = scope.document.querySelector("[data-last]");
    delete last?.dataset.last;
    element.dataset.reached = "";
    element.dataset.last = "";
    const label = [...(element.labels ?? [])].map(({ textContent }) => textContent).join(" ");
    const name =
      element.getAttribute("aria-label") ??
      (label || element.textContent || element.getAttribute("name") || "");
    const isVisible = outlineStyle !== "none" && outlineWidth !== "0px";
    return { name: name.trim(), isVisible, isAgain, isSame: last === element };
  });
}
