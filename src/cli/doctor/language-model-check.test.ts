import { expect, test } from "bun:test";
import { loadConfig } from "../../config/load.ts";
import { checkLanguageModel } from "./language-model-check.ts";

const KEY = "sk-secret-of-the-site";

/** Nobody is late by it, however busy the machine. */
const PATIENT_MS = "60000";

async function checkAgainst(answer: () => Response | Promise<Response>, patienceMs = PATIENT_MS) {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  try {
    const { config, secrets } = loadConfig({
      environment: {
        TIRO_LANGUAGE_MODEL_URL: `http://127.0.0.1:${server.port}/v1`,
        TIRO_LANGUAGE_MODEL_MODEL: "model-1",
        TIRO_LANGUAGE_MODEL_API_KEY: KEY,
        TIRO_LANGUAGE_MODEL_TIMEOUT_MS: patienceMs,
        TIRO_LANGUAGE_MODEL_STEPS: "edit",
      },
    });
    const result = await checkLanguageModel(config, secrets);
    expect(JSON.stringify(result)).not.toContain(KEY);
    return result;
  } finally {
    await server.stop(true);
  }
}

const writes = (content: string) => Response.json({ choices: [{ message: { content } }] });

test("none is no fault", async () => {
  const { config, secrets } = loadConfig({ environment: {} });
  expect(await checkLanguageModel(config, secrets)).toMatchObject({ status: "ok" });
});

test("one that does its work is named, with its time", async () => {
  const result = await checkAgainst(() => writes('{"text":"We meet tomorrow at midday."}'));
  expect(result).toMatchObject({
    status: "ok",
    detail: expect.stringMatching(/^model-1 at http:\S+ answered in \d+ ms$/),
  });
});

test.each<[string, () => Response | Promise<Response>, string, string]>([
  ["another key", () => new Response("", { status: 401 }), "refused, 401", "api_key"],
  ["another path", () => new Response("", { status: 404 }), "refused, 404", "language_model.url"],
  ["another address", () => Response.redirect("/", 308), "redirected, 308", "last address"],
  ["no model server", () => new Response("<html>"), "not a completion", "OpenAI-compatible"],
  ["a failure", () => new Response("", { status: 500 }), "refused, 500", "own log"],
  ["silence", () => new Promise(() => {}), "late", "timeout_ms"],
  ["babble", () => writes("Sure!"), "not the form", "another"],
])("%s is a warning with what to do", async (_, answer, detail, advice) => {
  expect(await checkAgainst(answer, detail === "late" ? "300" : PATIENT_MS)).toMatchObject({
    status: "warn",
    detail: expect.stringContaining(detail),
    advice: expect.stringContaining(advice),
  });
});
