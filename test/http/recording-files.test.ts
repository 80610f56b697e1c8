/** Recordings as files, over the wire. Their contents are tested beside `src/recordings/exports/`. */
import { expect, test } from "bun:test";
import JSZip from "jszip";
import type { Principal } from "../../src/accounts/authentication/principal.ts";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { newId } from "../../src/lib/ids.ts";
import type { User } from "../../src/store/people/users.ts";
import { SUBTITLE_RULES } from "../../src/transcription/formats/cues.ts";
import { historyOf } from "../support/history.ts";
import { addRecording, spoken } from "../support/recordings.ts";
import type { Json } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";

let key: Record<string, string>;
let foreignKey: Record<string, string>;

const people = await testPeople();
const ada = people.add("ada");
const bearer = (account: User) => ({
  Authorization: `Bearer ${createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, account, { name: "k" }).key}`,
});
[key, foreignKey] = [bearer(ada), bearer(people.add("eve"))];

const recordingOf = (name: string, text = "Good morning.") =>
  addRecording(people.deps.db, ada.id, { name, segments: [spoken(text), spoken("Yes.", 9, "spk_1")] });

function ask(path: string, body?: object, headers = key): Promise<Response> {
  const json = body && { method: "POST", body: JSON.stringify(body) };
  return people.server.call(path, {
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
    ...json,
  });
}

async function faultOf(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return `${answer.status} ${error.code}: ${error.message}`;
}

test("one recording as a file of each format, with names and by rules", async () => {
  const id = recordingOf("Kick-off – été.mp3");
  const named = await people.server.call(`/recordings/${id}/transcript`, {
    method: "PATCH",
    headers: { ...key, "Content-Type": "application/json" },
    body: JSON.stringify({ base_revision: 1, changes: [], speakers: { spk_0: "Ada" } }),
  });
  expect(named.status).toBe(200);
  const srt = await ask(`/recordings/${id}/export?format=srt&min_seconds=2`);
  expect(srt.headers.get("content-disposition")).toBe(
    `attachment; filename="Kick-off _ _t_.srt"; filename*=UTF-8''Kick-off%20%E2%80%93%20%C3%A9t%C3%A9.srt`,
  );
  expect(await srt.text()).toBe(
    "1\n00:00:00,000 --> 00:00:02,000\nAda: Good morning.\n\n2\n00:00:09,000 --> 00:00:11,000\nSpeaker 2: Yes.\n\n",
  );
  const bare = await ask(`/recordings/${id}/export?format=txt&speakers=false`);
  expect(await bare.text()).toBe("Good morning.\n\nYes.\n");
  for (const format of ["docx", "md", "vtt", "json"]) {
    const answer = await ask(`/recordings/${id}/export?format=${format}&times=true`);
    expect([format, answer.status, answer.headers.get("x-content-type-options")]).toEqual([
      format,
      200,
      "nosniff",
    ]);
    expect((await answer.bytes()).length).toBeGreaterThan(20);
  }
});

test("several as one archive of names without folders", async () => {
  const ids = [recordingOf("../../a"), recordingOf("b"), recordingOf("B")];
  const answer = await ask("/recordings/export", { ids: [...ids, ids[0]], format: "docx" });
  expect(answer.headers.get("content-type")).toBe("application/zip");
  const { files } = await JSZip.loadAsync(await answer.arrayBuffer(), { checkCRC32: true });
  expect(Object.keys(files)).toEqual(["-..-a.docx", "b.docx", "B (2).docx"]);
});

test("what is erased while an archive is read is left out of it, and the archive ends", async () => {
  const ids = ["a", "b", "c"].map((name) => recordingOf(name));
  const principal = { accountId: ada.id, userId: ada.id, credential: {} } as Principal;
  const options = { format: "txt", speakers: true, times: false, rules: SUBTITLE_RULES } as const;
  const archive = await people.server.context.recordings.exportMany(principal, ids, options);
  const erased = await people.server.call(`/recordings/${ids[1]}`, { method: "DELETE", headers: key });
  expect(erased.status).toBe(204);
  const { files } = await JSZip.loadAsync(await new Response(archive).arrayBuffer());
  expect(Object.keys(files)).toEqual(["a.txt", "c.txt"]);
});

test("what is not there, another's, without words or asked wrongly is refused", async () => {
  const id = recordingOf("mine");
  const waiting = addRecording(people.deps.db, ada.id, { state: "waiting", segments: [] });
  const refused: [path: string, body: object | undefined, headers: Record<string, string>, fault: RegExp][] =
    [
      [`/recordings/${id}/export?format=txt`, undefined, foreignKey, /^404 recording_not_found/],
      ["/recordings/export", { ids: [id], format: "txt" }, foreignKey, /^404 recording_not_found/],
      ["/recordings/export", { ids: [id, newId("rec")], format: "txt" }, key, /^404 recording_not_found/],
      [`/recordings/${waiting}/export?format=txt`, undefined, key, /^409 recording_not_ready/],
      [`/recordings/${id}/export?format=exe`, undefined, key, /^400 invalid_request: .*format/],
      [
        `/recordings/${id}/export?format=srt&max_lines=9`,
        undefined,
        key,
        /^400 invalid_request: .*max_lines/,
      ],
      [
        `/recordings/${id}/export?format=srt&max_line_chars=x`,
        undefined,
        key,
        /^400 invalid_request: .*max_line_chars/,
      ],
      [
        `/recordings/${id}/export?format=srt&speakers=maybe`,
        undefined,
        key,
        /^400 invalid_request: .*speakers/,
      ],
    ];
  for (const [path, body, headers, fault] of refused)
    expect(await faultOf(await ask(path, body, headers))).toMatch(fault);
});

test("a peer's subtitles become a recording that is read, found and exported again", async () => {
  const content = "WEBVTT\n\n00:01.000 --> 00:03.000\n<v Grace Hopper><b>Bugs</b> &amp; moths\n";
  const answer = await ask("/recordings/import", {
    content,
    file_name: "../Log <b>.vtt",
    language: "en",
    tags: ["old"],
  });
  const recording = (await answer.json()) as Json;
  expect([answer.status, recording]).toEqual([
    201,
    expect.objectContaining({
      ...{ name: "Log <b>", state: "ready", source: "import", language: "en", tags: ["old"], audio: null },
      ...{
        duration_seconds: 3,
        word_count: 3,
        revision: 1,
        speakers: [{ id: "spk_0", name: "Grace Hopper" }],
      },
    }),
  ]);
  const vtt = await ask(`/recordings/${recording.id}/export?format=vtt`);
  expect(await vtt.text()).toBe(
    "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Grace Hopper>Bugs &amp; moths\n\n",
  );
  for (const [body, fault] of [
    [{ content: "WEBVTT\n" }, /^400 invalid_request: .*no subtitles/],
    [{ content: "" }, /^400 invalid_request: .*content/],
    [{ content: "a", folder_id: newId("fld") }, /^404 folder_not_found/],
  ] as const)
    expect(await faultOf(await ask("/recordings/import", body))).toMatch(fault);
});

test("names that speakers had before are offered, those of others are not", async () => {
  const names = { spk_0: "Élodie Martin", spk_1: "Martin Meier" };
  const id = recordingOf("named");
  await people.server.call(`/recordings/${id}/transcript`, {
    method: "PATCH",
    headers: { ...key, "Content-Type": "application/json" },
    body: JSON.stringify({ base_revision: 1, changes: [], speakers: names }),
  });
  const offered = async (prefix: string, headers = key) =>
    (
      (await (await ask(`/recordings/speaker-names?prefix=${prefix}`, undefined, headers)).json()) as {
        data: string[];
      }
    ).data;
  expect(await offered("elo")).toEqual(["Élodie Martin"]);
  expect(await offered("mar")).toEqual(["Martin Meier", "Élodie Martin"].sort());
  expect(await offered("x")).toEqual([]);
  expect(await offered("", foreignKey)).toEqual([]);
});

test("a word corrected in two passages is offered for the dictionary; what was taken back or dismissed is not", async () => {
  const id = addRecording(people.deps.db, ada.id, {
    segments: [
      spoken("Mister Maier spoke.", 0),
      spoken("Then Maier left.", 9),
      spoken("Maier was gone.", 20),
    ],
  });
  let revision = 1;
  const type = async (segment: number, text: string) => {
    const segmentId = `0${segment}`;
    const change = {
      replace: [segmentId],
      after: null,
      with: [{ id: segmentId, ...spoken(text, segment * 9) }],
    };
    const answer = await people.server.call(`/recordings/${id}/transcript`, {
      method: "PATCH",
      headers: { ...key, "Content-Type": "application/json" },
      body: JSON.stringify({ base_revision: revision, changes: [change] }),
    });
    expect(answer.status).toBe(200);
    revision += 1;
  };
  const suggested = async (headers = key) =>
    ((await (await ask("/customizations/suggestions", undefined, headers)).json()) as { data: object[] })
      .data;
  await type(0, "Mister Meier spoke.");
  expect(await suggested()).toEqual([]);
  // Saved while it is typed, and once taken back.
  await type(1, "Then Me left.");
  await type(1, "Then Meier left.");
  await type(2, "Meier was gone.");
  await type(2, "Maier was gone.");
  expect(await suggested()).toEqual([{ from: "Maier", to: "Meier", texts: 2 }]);
  expect(await suggested(foreignKey)).toEqual([]);
});

test("a replacement is shown in texts that it would change: the person's own history and recordings alone", async () => {
  const { db } = people.deps;
  const [kept, left] = [0, 1].map((at) =>
    addRecording(db, ada.id, {
      name: `Call ${at}`,
      createdAt: Date.parse(`2026-11-1${at}T10:00:00Z`),
      segments: [spoken("We met Zuzanne.", 0), spoken("And zuzanne, not Zuzannes, spoke.", 9)],
    }),
  );
  historyOf(people.server, ada.email).keep("Zuzanne wrote.", { atMs: Date.parse("2026-11-09T10:00:00Z") });
  await people.server.context.recordings.upkeep.indexDue();
  const preview = async (rule: object, headers = key) =>
    (await (
      await people.server.call("/customizations/preview", {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify({ from: "zuzanne", to: "Susanne", ...rule }),
      })
    ).json()) as { data: object[]; has_more: boolean };
  const place = { source: "recording", id: kept, name: "Call 0" };
  const { data, has_more } = await preview({ except_recording_id: left });
  expect([data, has_more]).toMatchObject([
    [
      { ...place, start_seconds: 1, segment_id: "00", before: "We met Zuzanne.", after: "We met Susanne." },
      {
        ...{ ...place, start_seconds: 9.5, segment_id: "01" },
        ...{ before: "And zuzanne, not Zuzannes, spoke.", after: "And Susanne, not Zuzannes, spoke." },
      },
      { source: "session", start_seconds: null, segment_id: null, after: "Susanne wrote." },
    ],
    false,
  ]);
  expect((await preview({})).data).toHaveLength(5);
  expect((await preview({ from: "zuz" })).data).toEqual([]);
  expect((await preview({ from: "?!" })).data).toEqual([]);
  expect(await preview({}, foreignKey)).toMatchObject({ data: [], has_more: false });
});
