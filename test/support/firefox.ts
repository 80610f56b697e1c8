/** The Firefox that Debian installs, without a window, driven by WebDriver BiDi, the standard that it speaks by itself. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./database.ts";
import { eventually, PATIENCE_MS } from "./eventually.ts";
import type { Json } from "./json.ts";

const EXECUTABLE = "/usr/bin/firefox-esr";
/** Firefox hears no microphone on a machine without anything to play on. */
const SOUND_SERVER = "/usr/bin/pulseaudio";

const missing = [EXECUTABLE, SOUND_SERVER].filter((path) => !existsSync(path));
/** Tests that need it are skipped, and say so, if it is missing. */
export const hasFirefox = missing.length === 0;
if (!hasFirefox) console.warn(`${missing.join(" and ")} missing; tests in Firefox are skipped`);

/** A microphone that hums, given to every page that asks; nothing outside this machine. */
const PREFERENCES = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  "app.normandy.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "browser.safebrowsing.provider.mozilla.updateURL": "",
  "extensions.update.enabled": false,
  "intl.accept_languages": "en",
};

/** One that plays into nothing. */
const SOUND_MODULES = (socketPath: string) => [
  "module-null-sink",
  `module-native-protocol-unix socket=${socketPath}`,
];

/** The first element with these words as its text or its label. */
const FIND = `(selector, words) => [...document.querySelectorAll(selector)].find((each) =>
  each.checkVisibility() && !each.disabled && [each.textContent, each.getAttribute("aria-label"), ...[...(each.labels ?? [])].map((label) => label.textContent)]
    .some((text) => text?.trim().replace(/\\s+/g, " ").includes(words))) ?? null`;

export class Firefox implements AsyncDisposable {
  /** Errors of pages on the console, and thrown ones. */
  readonly errors: string[] = [];
  readonly #processes: readonly Bun.Subprocess<"ignore", "ignore", "pipe" | "ignore">[];
  readonly #profile: ReturnType<typeof temporaryFolder>;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Json) => void>();
  #lastId = 0;
  #context = "";

  private constructor(
    processes: readonly Bun.Subprocess<"ignore", "ignore", "pipe" | "ignore">[],
    profile: ReturnType<typeof temporaryFolder>,
    socket: WebSocket,
  ) {
    this.#processes = processes;
    this.#profile = profile;
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data));
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
      else if (message.params?.level === "error") this.errors.push(message.params.text);
    };
  }

  static async start(): Promise<Firefox> {
    const profile = temporaryFolder();
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    writeFileSync(join(profile.path, "user.js"), lines.join(""));
    const socketPath = join(profile.path, "sound");
    const env = { ...process.env, HOME: profile.path, XDG_RUNTIME_DIR: profile.path };
    const sound = Bun.spawn(
      [
        SOUND_SERVER,
        "-n",
        "--exit-idle-time=-1",
        ...SOUND_MODULES(socketPath).flatMap((each) => ["-L", each]),
      ],
      { stdio: ["ignore", "ignore", "ignore"], env },
    );
    await eventually(() => existsSync(socketPath), true);
    const child = Bun.spawn(
      [EXECUTABLE, "--headless", "--no-remote", "--profile", profile.path, "--remote-debugging-port", "0"],
      { stdio: ["ignore", "ignore", "pipe"], env: { ...env, PULSE_SERVER: `unix:${socketPath}` } },
    );
    const socket = new WebSocket(`${await addressOf(child.stderr)}/session`);
    const firefox = new Firefox([child, sound], profile, socket);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error("Firefox does not answer"));
    });
    await firefox.#call("session.new", { capabilities: {} });
    await firefox.#call("session.subscribe", { events: ["log.entryAdded"] });
    const { contexts } = await firefox.#call("browsingContext.getTree");
    firefox.#context = contexts[0].context;
    return firefox;
  }

  async goto(url: string): Promise<void> {
    await this.#call("browsingContext.navigate", { context: this.#context, url, wait: "complete" });
  }

  /** The value of an expression in the page. */
  async read(expression: string): Promise<Json> {
    const target = { context: this.#context };
    const options = { expression, target, awaitPromise: true };
    const { result, exceptionDetails } = await this.#call("script.evaluate", options);
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }

  /** With the mouse, once it is there and can be pressed; what is drawn anew meanwhile is looked for again. */
  async click(selector: string, words = ""): Promise<void> {
    const press = async () => {
      const origin = { type: "element", element: await this.#element(selector, words) };
      const actions = [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      return this.#act({ type: "pointer", id: "mouse", actions }).then(
        () => "pressed",
        (fault: Error) => fault.message,
      );
    };
    await eventually(press, "pressed");
  }

  /** By keys, into the field with this label. */
  async type(label: string, text: string): Promise<void> {
    await this.click("input", label);
    const actions = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#act({ type: "key", id: "keyboard", actions });
  }

  async choose(selector: string, file: string): Promise<void> {
    const element = await this.#element(selector, "", false);
    await this.#call("input.setFiles", { context: this.#context, element, files: [file] });
  }

  /** Waits until the page says so. @throws with what it says instead. */
  async sees(words: string): Promise<void> {
    const said = () => this.read("document.body.innerText");
    try {
      await eventually(async () => String(await said()).includes(words), true);
    } catch (cause) {
      throw new Error(`“${words}” is not among:\n${await said()}\n${this.errors.join("\n")}`, { cause });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const each of this.#processes) each.kill();
    await Promise.all(this.#processes.map(({ exited }) => exited));
    this.#profile[Symbol.dispose]();
  }

  async #element(selector: string, words: string, mustShow = true): Promise<Json> {
    const find = mustShow ? FIND : "(selector) => document.querySelector(selector)";
    const functionDeclaration = `(selector, words) => { const found = (${find})(selector, words); found?.scrollIntoView({ block: "center" }); return found; }`;
    const values = [selector, words].map((value) => ({ type: "string", value }));
    const call = { functionDeclaration, arguments: values, awaitPromise: false };
    let found: Json;
    const isThere = async () => {
      const target = { context: this.#context };
      found = (await this.#call("script.callFunction", { ...call, target })).result;
      return found?.type === "node";
    };
    try {
      await eventually(isThere, true);
    } catch (cause) {
      throw new Error(`no ${selector} “${words}” in:\n${await this.read("document.body.innerText")}`, {
        cause,
      });
    }
    return { sharedId: found.sharedId };
  }

  async #act(source: object): Promise<void> {
    await this.#call("input.performActions", { context: this.#context, actions: [source] });
  }

  async #call(method: string, params: object = {}): Promise<Json> {
    const id = ++this.#lastId;
    const answer = new Promise<Json>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const late = Bun.sleep(PATIENCE_MS).then(() => ({ type: "error", error: "late", message: method }));
    const { type, result, error, message } = await Promise.race([answer, late]);
    this.#waiting.delete(id);
    if (type === "error") throw new Error(`${method}: ${error}: ${message}`);
    return result;
  }
}

/** As Firefox says it once it listens. */
async function addressOf(stderr: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let said = "";
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  void (async () => {
    for await (const block of stderr) {
      if (said.length > 10_000) continue;
      said += decoder.decode(block, { stream: true });
      const address = /listening on (ws:\/\/\S+)\s/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    }
    reject(new Error(`Firefox ended: ${said}`));
  })();
  return promise;
}
