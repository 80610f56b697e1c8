/**
 * A paragraph that is dictated live in Chromium, to the real recognizer, by a network that is lost for ten seconds in the middle:
 * every word must be there once. `bun test/dashboard/drills/live-cut.ts`; in CI a script takes the recognizer's place.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { wavFile } from "../../../scripts/bench/speech.ts";
import { joined, sentences, silence, wordDifferences } from "../../engine/support.ts";
import { temporaryFolder } from "../../support/database.ts";
import { eventually } from "../../support/eventually.ts";
import { Dashboard } from "../dashboard.ts";
import { microphone } from "../microphone.ts";
import { Network } from "../network.ts";

const SENTENCES = 8;
const CUT_MS = 10_000;
const LOST = "No connection. The recording continues";

const network = new Network();
const folder = temporaryFolder();
const { texts, samples } = sentences(SENTENCES);
const speech = join(folder.path, "paragraph.wav");
writeFileSync(speech, wavFile(joined(samples, silence(2))));
microphone.says(speech);
const dashboard = await Dashboard.open({
  flags: microphone.flags,
  network,
  environment: { TIRO_MODELS_DEFAULT: "starter-en" },
});
await dashboard.server.context.engine.ready();
const page = await dashboard.page({ permissions: ["microphone"], live: true, failedCalls: /./ });
const uploads: string[] = [];
page.on("request", (request) => request.url().endsWith("/v1/dictations") && uploads.push(request.url()));
await page.goto("/app/dictate");
await page.getByRole("button", { name: "Start recording" }).press("Enter");
const heard = () => page.getByRole("textbox", { name: "Your text" }).inputValue();
const words = async () => (await heard()).split(/\s+/).filter(Boolean).length;
const expected = texts.join(" ");
const count = expected.split(" ").length;
await eventually(async () => (await words()) >= count / 4, true);
network.cut();
await page.getByText(LOST).waitFor();
await page.waitForTimeout(CUT_MS);
network.mend();
await page.getByText(LOST).waitFor({ state: "hidden" });
await eventually(async () => (await words()) >= count - 1, true);
await page.getByRole("button", { name: "Finish" }).first().press("Enter");
await page.getByRole("button", { name: "Copy text" }).waitFor();
const read = <T>(path: string) =>
  page.evaluate<T>(`fetch('/v1/sessions${path}').then((answer) => answer.json())`);
const [newest] = (await read<{ data: { id: string }[] }>("?limit=1")).data;
const { raw_text } = await read<{ raw_text: string }>(`/${newest?.id}/transcript`);
await page.context().close();
await dashboard[Symbol.asyncDispose]();
await network[Symbol.asyncDispose]();
const said = raw_text.toLowerCase().replace(/[.,?!]/g, "");
const wrong = wordDifferences(expected, said);
console.log(
  `${count} words said, ${said.split(" ").length} heard, ${wrong} differ; ${uploads.length} uploads`,
);
if (wrong > 0) console.log(`${expected}\n${said}`);
process.exit(wrong <= SENTENCES / 4 && uploads.length === 0 ? 0 : 1);
