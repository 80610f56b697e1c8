/**
 * Mail and calls of webhooks: each event reaches its receiver, under one id however often it is sent, and again only if
 * a kill or the receiver cut off the answer.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { addOrganization } from "../../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../../src/accounts/people/users.ts";
import { loadConfig } from "../../../src/config/load.ts";
import { mailSetupLink } from "../../../src/delivery/mail/links.ts";
import { addHook } from "../../../src/delivery/webhooks/hooks.ts";
import { DAY_MS } from "../../../src/lib/units.ts";
import type { Db } from "../../../src/store/db.ts";
import { type Letter, type Mood, startMailReceiver } from "./mail-receiver.ts";
import { ask, changeDeps, linger, type Site, type Work } from "./work.ts";

/** So many letters wait at most. */
const WAITING = 20;
const LONGEST_PAUSE_MS = 300;
const LONGEST_ANSWER_MS = 120;
/** Of the answers: refused for now, and broken off. */
const LATER = 0.06;
const BROKEN = 0.06;
/** Links that are followed at the end. */
const FOLLOWED = 20;

/** The calls that reached one receiver for one event. */
interface Event {
  ids: Set<string>;
  bodies: Set<string>;
  taken: number;
}

/** Hears of every event, and answers in moods until it is set to be kind. */
export class Receivers implements AsyncDisposable {
  readonly hooks = new Map<string, Event>();
  readonly letters = new Map<string, Event>();
  readonly #random: Site["random"];
  readonly #resources = new AsyncDisposableStack();
  #isKind = false;
  #settings: Record<string, string> = {};
  #hookUrl = "";

  constructor(random: Site["random"]) {
    this.#random = random;
  }

  /** @param publicUrl the server's, where links in letters lead. */
  async start(publicUrl: string): Promise<this> {
    const mail = this.#resources.use(await startMailReceiver((letter) => this.#takeLetter(letter)));
    const hooks = createServer((request, answer) => void this.#takeCall(request, answer));
    await new Promise<void>((done) => hooks.listen(0, "127.0.0.1", done));
    this.#resources.defer(() => {
      hooks.closeAllConnections();
      hooks.close();
    });
    const host = `127.0.0.1:${(hooks.address() as AddressInfo).port}`;
    this.#hookUrl = `http://${host}/`;
    this.#settings = {
      TIRO_MAIL_SERVER: `smtp://127.0.0.1:${mail.port}`,
      TIRO_MAIL_TLS: "off",
      TIRO_MAIL_FROM: "tiro@example.com",
      TIRO_SERVER_PUBLIC_URL: publicUrl,
      TIRO_WEBHOOKS_ALLOW: host,
      TIRO_WEBHOOKS_NETWORKS: "127.0.0.0/8",
    };
    return this;
  }

  get settings(): Record<string, string> {
    return this.#settings;
  }

  get hookUrl(): string {
    return this.#hookUrl;
  }

  beKind(): void {
    this.#isKind = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }

  async #takeLetter({ to, text }: Letter): Promise<Mood> {
    const plain = text.replace(/=\r\n/g, "").replace(/=3D/g, "=");
    const id = /^Message-ID: (.*)\r$/im.exec(text)?.[1] ?? "none";
    return this.#take(this.letters, { key: to, id, body: /\/setup\/\S+/.exec(plain)?.[0] ?? "none" });
  }

  async #takeCall(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const { data } = JSON.parse(body) as { data: { id: string } };
    const mood = await this.#take(this.hooks, {
      key: data.id,
      id: String(request.headers["webhook-id"]),
      body,
    });
    if (mood === "break") request.socket.destroy();
    else answer.writeHead(mood === "take" ? 204 : 503).end();
  }

  async #take(
    known: Map<string, Event>,
    { key, id, body }: { key: string; id: string; body: string },
  ): Promise<Mood> {
    const event = known.get(key) ?? { ids: new Set(), bodies: new Set(), taken: 0 };
    known.set(key, event);
    event.ids.add(id);
    event.bodies.add(body);
    const mood = this.#mood();
    await Bun.sleep(this.#random.next() * LONGEST_ANSWER_MS);
    if (mood === "take") event.taken += 1;
    return mood;
  }

  #mood(): Mood {
    const draw = this.#isKind ? 1 : this.#random.next();
    if (draw < LATER) return "later";
    return draw < LATER + BROKEN ? "break" : "take";
  }
}

/** An organization whose jobs go to a hook. */
export function addHookedOrganization(site: Site, name: string, receivers: Receivers): void {
  const deps = changeDeps(site);
  const owner = addUser(deps, { email: "owner@example.com", name: "Owner" });
  const { id: organizationId } = addOrganization(deps, { name, owner });
  const { config } = loadConfig({ environment: receivers.settings });
  const events = ["job.succeeded", "job.failed"] as const;
  addHook(deps, config, { organizationId, url: receivers.hookUrl, events, withResult: true });
}

/** Makes waiting attempts due: as if hours had passed while the server was down. */
export function passTime(db: Db): void {
  db.prepare("UPDATE deliveries SET next_at = created_at WHERE next_at IS NOT NULL").run();
}

/** @param kills of the server, so far. */
export function sending(site: Site, receivers: Receivers, kills: () => number): Work {
  const { db, violations } = site;
  const waiting = db.prepare<[], number>("SELECT count(*) FROM deliveries WHERE next_at IS NOT NULL").pluck();
  const left = () => waiting.get() ?? 0;
  const sent: string[] = [];
  const compare = (what: string, known: Map<string, Event>, expected: readonly string[]) => {
    for (const key of expected) {
      const event = known.get(key);
      if (event === undefined || event.taken === 0) violations.push(`${what} ${key} did not arrive`);
      else if (event.ids.size !== 1 || event.bodies.size !== 1)
        violations.push(`${what} ${key} came under ${event.ids.size} ids, with ${event.bodies.size} bodies`);
    }
    const unknown = [...known.keys()].filter((key) => !expected.includes(key));
    if (unknown.length > 0) violations.push(`${what} of nothing: ${unknown.join(", ")}`);
    const again = [...known.values()].reduce((sum, { taken }) => sum + Math.max(0, taken - 1), 0);
    // One of each lane is under way at a time.
    if (again > kills()) violations.push(`${again} ${what}s came again after they were taken`);
    return again;
  };
  return {
    left,
    run: async (stop) => {
      while (!stop.aborted) {
        if (left() < WAITING) {
          const email = `p${sent.length}@example.com`;
          const user = addUser(changeDeps(site), { email, name: email });
          mailSetupLink(changeDeps(site), user, { publicUrl: new URL(site.url()).origin, validMs: DAY_MS });
          sent.push(email);
        }
        await linger(site, LONGEST_PAUSE_MS);
      }
    },
    check: async () => {
      const outcomes = db.prepare<[], string>("SELECT DISTINCT outcome FROM deliveries").pluck().all();
      if (outcomes.some((outcome) => outcome !== "sent")) violations.push(`deliveries ended as ${outcomes}`);
      const told = "SELECT id FROM transcription_jobs WHERE key_id = 'watch'";
      const hooksAgain = compare("call", receivers.hooks, db.prepare<[], string>(told).pluck().all());
      const lettersAgain = compare("letter", receivers.letters, sent);
      for (const email of sent.slice(0, FOLLOWED)) {
        const [link = ""] = receivers.letters.get(email)?.bodies ?? [];
        const { status } = await ask({ ...site, url: () => new URL(site.url()).origin }, link);
        if (status !== 200) violations.push(`the link of ${email} answers ${status}`);
      }
      return { calls: receivers.hooks.size, hooksAgain, letters: sent.length, lettersAgain };
    },
  };
}
