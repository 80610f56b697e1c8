/** Names that hide something: turned text, characters without width, tags. Two that look alike would be two. */
import { expect, test } from "bun:test";
import { z } from "zod";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { routesOf } from "../../src/app.ts";
import { nameOfFile } from "../../src/recordings/name-of-file.ts";
import { testPeople } from "../support/test-servers.ts";
import { Administrators } from "./administration/administrators.ts";

const people = await testPeople();
const { persons, browsers } = new Administrators(people);
const organization = addOrganization(people.deps, { name: "Acme", owner: persons.administrator }).id;

const HIDDEN = ["\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\u{e0041}", "\u0085", "\u3164"];
const NONE = "0".repeat(32);
const template = (name: string) => ({ kind: "text", name, text: "Kind regards" });
const recording = (name: string) => ({ tiro: { recording: { name } } });

/** Every route that takes a name in JSON, with a body of which nothing else is wrong. */
const NAMED: Record<string, (name: string) => object> = {
  "PATCH /v1/me": (name) => ({ name }),
  "POST /v1/recordings": (name) => ({ name, upload_id: `upl_${NONE}` }),
  "PATCH /v1/recordings/:recording": (name) => ({ name }),
  "POST /v1/recordings/bulk": (tag) => ({ ids: [`rec_${NONE}`], change: { add_tags: [tag] } }),
  "POST /v1/recordings/folders": (name) => ({ name }),
  "PATCH /v1/recordings/folders/:folder": (name) => ({ name }),
  "PATCH /v1/recordings/:recording/transcript": (name) => ({
    base_revision: 0,
    changes: [],
    speakers: { spk_0: name },
  }),
  "POST /v1/recordings/import": (name) => ({ name, content: "Ada: Once." }),
  "POST /v1/templates": template,
  "PATCH /v1/templates/:template": (name) => ({ name }),
  "POST /v1/organizations/:organization/templates": template,
  "PATCH /v1/organizations/:organization/templates/:template": (name) => ({ name }),
  "POST /v1/realtime/client_secrets": (name) => ({ session: { type: "transcription", ...recording(name) } }),
  "POST /v1/realtime/transcription_sessions": recording,
  "POST /v1/realtime/captions": (title) => ({ title, stream: "str_1" }),
  "POST /v1/keys": (name) => ({ name }),
  "POST /v1/organizations/:organization/keys": (name) => ({ name }),
  "POST /v1/administration/people": (name) => ({ name, email: "eve@x.test" }),
  "POST /v1/administration/organizations": (name) => ({ name, owner_email: persons.administrator.email }),
  "POST /v1/administration/scim-tokens": (name) => ({ name }),
};
/** Where it is tested with what the route needs besides, or where the name is another program's and only shown. */
const ELSEWHERE = new Set(["POST /v1/me/passkeys", "POST /oauth/register"]);

test("every route that takes a name is in this table", () => {
  const takesName = (schema: unknown): boolean => {
    const { properties = {}, ...rest } = Object(schema) as { properties?: Record<string, unknown> };
    return (
      Object.keys(properties).some((key) => /^(?:client_)?name$|^title$|^(?:add_)?tags$/.test(key)) ||
      Object.values({ ...rest, ...properties }).some((part) => typeof part === "object" && takesName(part))
    );
  };
  const named = routesOf(people.server.context).filter(({ method, operation, family }) => {
    const schema = operation?.body?.content["application/json"]?.schema;
    const described =
      schema instanceof z.ZodType && z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    return method !== "GET" && family !== "scim" && takesName(described);
  });
  const known = [...Object.keys(NAMED), ...ELSEWHERE].sort();
  expect(
    named.map(({ method, path }) => `${method} ${path}`).filter((name) => !known.includes(name)),
  ).toEqual([]);
});

test.each(Object.entries(NAMED))(
  "%s refuses what nobody sees in a name, and nothing else",
  async (route, bodyOf) => {
    const [method = "", path = ""] = route.split(" ");
    const ids: Record<string, string> = {
      recording: `rec_${NONE}`,
      folder: `fld_${NONE}`,
      template: `tpl_${NONE}`,
      organization,
    };
    const address = path.replace("/v1", "").replace(/:(\w+)/g, (_, id: string) => ids[id] ?? "");
    const send = async (name: string) => {
      const { status, json } = await browsers.administrator.call(method, address, bodyOf(name));
      return [status, JSON.stringify(json)];
    };
    for (const mark of HIDDEN) {
      const [status, said] = await send(`Ada${mark}B`);
      expect([mark, status, said]).toEqual([mark, 400, expect.stringMatching(/name|title|tag|speaker/)]);
    }
    const [, said] = await send("Ada B");
    expect(said).not.toContain("visible");
  },
);

test("a recording is named after its file as it is seen", () => {
  expect(HIDDEN.map((mark) => nameOfFile(`/tmp/${mark}Board${mark}meeting${mark}.wav`, "Recording"))).toEqual(
    HIDDEN.map(() => "Board meeting"),
  );
  expect(nameOfFile("\u200b.wav", "Recording")).toBe("Recording");
});
