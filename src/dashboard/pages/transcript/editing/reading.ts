/** A transcript from the server, now or as it was. */
import { call } from "../../../client/api.ts";
import type { Names, Segments } from "./document.ts";
import { segmentFrom } from "./wire.ts";

const PAGE = 1_000;

export interface ReadTranscript {
  revision: number;
  segments: Segments;
  names: Names;
}

/** @param revision an earlier one; the newest where it is left out. */
export async function readTranscript(
  recording: string,
  { revision, signal }: { revision?: number; signal?: AbortSignal } = {},
): Promise<ReadTranscript> {
  for (;;) {
    const read = await readPages(recording, revision, signal);
    // Somebody saved between two pages: they are of two transcripts.
    if (read !== null) return read;
  }
}

async function readPages(
  recording: string,
  revision: number | undefined,
  signal: AbortSignal | undefined,
): Promise<ReadTranscript | null> {
  const pages: Awaited<ReturnType<typeof readPage>>[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await readPage(recording, revision, {
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
