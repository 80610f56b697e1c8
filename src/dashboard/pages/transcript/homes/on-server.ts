/** A recording that the server keeps. */
import { call, downloadAddress } from "../../../client/api.ts";
import type {
  ExportChoice,
  Home,
  ReadTranscript,
  Recording,
  Revision,
  Save,
  Saved,
  Stretch,
} from "./home.ts";
import { changeFrom, segmentFrom, wireOf } from "./wire.ts";

const PAGE = 1_000;
const REVISIONS = 100;
/** Browsers send no more of a page that is gone. */
const PARTING_BYTES = 60_000;

export class OnServer implements Home {
  readonly isLocal = false;
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  find(signal?: AbortSignal): Promise<Recording> {
    return call("GET /v1/recordings/{recording}", { path: this.#path, ...(signal && { signal }) });
  }

  async read({
    revision,
    signal,
  }: {
    revision?: number;
    signal?: AbortSignal;
  } = {}): Promise<ReadTranscript> {
    for (;;) {
      const read = await this.#readPages(revision, signal);
      // Somebody saved between two pages: they are of two transcripts.
      if (read !== null) return read;
    }
  }

  async save({ base, changes, names, isParting }: Save): Promise<Saved> {
    const body = {
      base_revision: base,
      changes: changes.map(wireOf),
      ...(Object.keys(names).length > 0 && { speakers: { ...names } }),
    };
    const keepalive = isParting && JSON.stringify(body).length <= PARTING_BYTES;
    const answer = await call("PATCH /v1/recordings/{recording}/transcript", {
      path: this.#path,
      body,
      keepalive,
    });
    return { revision: answer.revision, merged: answer.merged.map(changeFrom), names: answer.speakers };
  }

  async revisions(signal: AbortSignal): Promise<readonly Revision[]> {
    const query = { limit: REVISIONS };
    const { data } = await call("GET /v1/recordings/{recording}/revisions", {
      path: this.#path,
      query,
      signal,
    });
    return data.map(({ revision, name, created_at }) => ({ revision, name, createdAt: created_at }));
  }

  rename(name: string): Promise<Recording> {
    return call("PATCH /v1/recordings/{recording}", { path: this.#path, body: { name } });
  }

  async remove(): Promise<void> {
    await call("DELETE /v1/recordings/{recording}", { path: this.#path });
  }

  async sound(): Promise<string> {
    return downloadAddress("/v1/recordings/{recording}/audio", this.#path, {});
  }

  async peaks(stretch: Stretch | null, count: number, signal: AbortSignal): Promise<readonly number[]> {
    const part = stretch && { start: secondsOf(stretch.fromMs), end: secondsOf(stretch.toMs) };
    const { data } = await call("GET /v1/recordings/{recording}/peaks", {
      path: this.#path,
      query: { count: String(count), ...part },
      signal,
    });
    return data;
  }

  async export({ format, speakers, times, rules }: ExportChoice): Promise<void> {
    const { maxLineChars, maxLines, maxCharsPerSecond, minMs } = rules;
    const query = {
      ...{ format, speakers, times },
      max_line_chars: maxLineChars,
      max_lines: maxLines,
      max_chars_per_second: maxCharsPerSecond,
      min_seconds: minMs === undefined ? undefined : minMs / 1000,
    };
    const address = downloadAddress("/v1/recordings/{recording}/export", this.#path, query);
    Object.assign(document.createElement("a"), { href: address, download: "" }).click();
  }

  get #path() {
    return { recording: this.id };
  }

  async #readPages(
    revision: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ReadTranscript | null> {
    const pages: Awaited<ReturnType<typeof readPage>>[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await readPage(this.id, revision, {
        ...(cursor && { cursor }),
        ...(signal && { signal }),
      });
      pages.push(page);
      if (page.revision !== pages[0]?.revision) return null;
      cursor = page.next_cursor;
    }
    const [{ revision: found, speakers }] = pages as [(typeof pages)[number]];
    return {
      revision: found,
      segments: pages.flatMap(({ data }) => data.map(segmentFrom)),
      names: Object.fromEntries(speakers.map(({ id, name }) => [id, name])),
    };
  }
}

function secondsOf(ms: number): number {
  return Math.round(ms) / 1000;
}

function readPage(
  recording: string,
  revision: number | undefined,
  { cursor, signal }: { cursor?: string; signal?: AbortSignal },
) {
  const query = { limit: PAGE, ...(cursor && { cursor }) };
  const given = { query, ...(signal && { signal }) };
  return revision === undefined
    ? call("GET /v1/recordings/{recording}/transcript", { path: { recording }, ...given })
    : call("GET /v1/recordings/{recording}/revisions/{revision}", {
        path: { recording, revision: String(revision) },
        ...given,
      });
}
