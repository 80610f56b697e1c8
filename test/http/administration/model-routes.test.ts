/** Which pack recognizes which language, chosen by administrators: after the configuration, and before the table that ships. */
import { expect, test } from "bun:test";
import { listAudit } from "../../../src/accounts/audit/audit-log.ts";
import { configSchema } from "../../../src/config/schema.ts";
import { modelChoices } from "../../../src/store/recognition/model-choices.ts";
import { chooseModels, modelRoutes } from "../../../src/transcription/packs/model-routes.ts";
import { installPack } from "../../support/packs.ts";
import type { Json } from "../../support/server.ts";
import { testPeople } from "../../support/test-servers.ts";
import { Administrators } from "./administrators.ts";

const people = await testPeople();
const by = new Administrators(people);
const modelsDir = `${people.server.context.config.data.dir}/models`;
installPack(modelsDir, "own-de", ["de"]);
installPack(modelsDir, "own-both", ["de", "en"]);
people.server.context.reloadPacks();

async function routeOf(language: string): Promise<Json> {
  const [status, { data }] = await by.auditor("GET", "/model-routes");
  expect(status).toBe(200);
  return data.find((route: Json) => route.language === language);
}

test("a choice comes first, is shown with who decided it, and keeps the pack from being removed", async () => {
  expect(await routeOf("de")).toMatchObject({ packs: ["own-de@1.0.0", "own-both@1.0.0"], source: "shipped" });
  const [, { data }] = await by.administrator("PUT", "/model-routes/de-DE", { packs: ["own-both"] });
  expect(data.find(({ language }: Json) => language === "de")).toMatchObject({
    packs: ["own-both@1.0.0", "own-de@1.0.0"],
    source: "chosen",
  });
  await by.administrator("PUT", "/model-routes/unknown", { packs: ["own-de@1.0.0"] });
  expect((await routeOf("unknown")).packs[0]).toBe("own-de@1.0.0");
  const [, installed] = await by.auditor("GET", "/packs");
  const packs = Object.fromEntries(installed.data.map((pack: Json) => [pack.id, pack]));
  // They may be in use besides: the server loads another default pack at once.
  const kept = { kept_by: expect.arrayContaining(["chosen"]) };
  expect(packs["own-both@1.0.0"]).toMatchObject({ used_for: ["de", "en"], ...kept });
  expect(packs["own-de@1.0.0"]).toMatchObject({ is_default: true, ...kept });
  expect((await by.administrator("DELETE", "/packs/own-de@1.0.0"))[1].error.code).toBe("pack_conflict");

  expect((await by.administrator("DELETE", "/model-routes/unknown"))[0]).toBe(200);
  expect((await by.administrator("DELETE", "/model-routes/de"))[0]).toBe(200);
  expect(await routeOf("de")).toMatchObject({ source: "shipped" });
  const lines = listAudit(people.deps.db, { target: "de", limit: 10 });
  expect(lines.map(({ action, actor }) => [action, actor])).toEqual([
    ["pack.chosen", by.persons.administrator.id],
    ["pack.choice_withdrawn", by.persons.administrator.id],
  ]);
});

test("what cannot be used is refused", async () => {
  const refused = async (language: string, packs: string[]) => {
    const [status, { error }] = await by.administrator("PUT", `/model-routes/${language}`, { packs });
    return [status, error.details.issues[0].param];
  };
  expect(await refused("xx-nothing", ["own-de"])).toEqual([400, "language"]);
  expect(await refused("en", ["own-de"])).toEqual([400, "packs"]);
  expect(await refused("de", ["nowhere"])).toEqual([400, "packs"]);
  expect(await refused("unknown", ["own-de", "own-both"])).toEqual([400, "packs"]);
  expect(await refused("de", [])).toEqual([400, "packs"]);
});

test("the configuration comes first, and its languages cannot be chosen", () => {
  const { db, clock, actor } = people.deps;
  const config = configSchema.parse({
    data: { dir: people.server.context.config.data.dir },
    models: { pack: "own-both", routes: { de: ["own-de"] } },
  });
  const { recognizers } = people.server.context;
  const site = { db, clock, actor, recognizers };
  chooseModels({ ...site, config: people.server.context.config }, "de", ["own-both"]);
  const routes = modelRoutes({ config, recognizers }, modelChoices(db));
  expect(routes.find(({ language }) => language === "de")).toMatchObject({
    packs: ["own-de@1.0.0", "own-both@1.0.0"],
    source: "configuration",
  });
  expect(routes[0]).toMatchObject({ language: "unknown", source: "configuration" });
  for (const language of ["de", "unknown"])
    expect(() => chooseModels({ ...site, config }, language, ["own-both"])).toThrow("configuration");
});
