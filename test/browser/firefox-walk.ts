/**
 * `bun run walk:firefox`: a person's day in Firefox: log in, dictate, send a recording, read it, add a word, make a key, log
 * out. It is no part of `bun run test`, since Firefox needs a sound server beside it.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { addUser } from "../../src/accounts/people/users.ts";
import { upsertPassword } from "../../src/store/credentials/passwords.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { Firefox, hasFirefox } from "../support/firefox.ts";
import { startServer } from "../support/server.ts";

setDefaultTimeout(600_000);

const PASSWORD = "correct horse battery";
const WAV = new URL("../audio/synth_01_slt.wav", import.meta.url).pathname;

test.skipIf(!hasFirefox)("a person's day in Firefox", async () => {
  // Browsers give the microphone to hosts with this name.
  const server = await startServer({ host: "localhost" });
  const { db, clock, passwords, engine } = server.context;
  const person = addUser({ db, clock, actor: TEST_ACTOR }, { email: "kim@acme.test", name: "Kim Ill" });
  upsertPassword(db, person.id, await passwords.hash(PASSWORD), clock.now());
  await engine.ready();
  try {
    await using firefox = await Firefox.start();
    await firefox.goto(`${server.url}/`);
    await firefox.type("E-mail", person.email);
    await firefox.type("Password", PASSWORD);
    await firefox.click("button", "Log in");
    await firefox.sees("Kim Ill");

    await firefox.click("nav a", "Dictate");
    await firefox.click("button", "Start recording");
    // Two seconds or more: a busy machine may never show the second one.
    const hasRecorded = String.raw`/\d:(0[2-9]|[1-5]\d) \/ /.test(document.body.innerText)`;
    await eventually(() => firefox.read(hasRecorded), true);
    await firefox.click("button", "Finish");
    // The microphone hums, and a hum has no words.
    await firefox.sees("No speech was heard");

    await firefox.click("nav a", "Recordings");
    await firefox.choose('input[type="file"]', WAV);
    await firefox.click("td a", "synth_01_slt");
    await eventually(
      () => firefox.read('(document.querySelector("[data-segment] p")?.innerText ?? "") !== ""'),
      true,
    );

    await firefox.click("nav a", "Words");
    await firefox.type("Add a word or name", "Okafor");
    await firefox.click("button", "Add");
    await firefox.sees("Okafor");

    await firefox.click("nav a", "API keys");
    await firefox.click("button", "New key");
    await firefox.type("Name", "Laptop");
    await firefox.click("button", "Create key");
    await firefox.click("button", "I have stored it");
    await firefox.sees("Laptop");

    await firefox.goto(`${server.url}/logout`);
    await firefox.click("button", "Log out");
    await firefox.sees("Log in");
    expect(firefox.errors).toEqual([]);
  } finally {
    await server.close();
  }
});
