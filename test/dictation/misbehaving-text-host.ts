/** Stands in for a text host. The text's first word says what it does. */

import { limits } from "../../src/config/limits.ts";
import type { TextReply, TextRequest } from "../../src/dictation/finishing/protocol.ts";
import { readJsonLines, toJsonLine } from "../../src/lib/json-lines.ts";

const ACTIONS: Readonly<Record<string, (reply: (text: string) => void) => void>> = {
  loop: () => {
    for (;;);
  },
  // A regular expression cannot be interrupted from within its process.
  match: () => void /(?:a*b|a*c)$/.test("a".repeat(1_000_000)),
  garble: () => void process.stdout.write("not JSON\n"),
  die: () => process.exit(1),
  pid: (reply) => reply(String(process.pid)),
  wait: (reply) => {
    Bun.sleepSync(300);
    reply("waited");
  },
  // As long as it takes, and never asleep.
  spin: (reply) => {
    for (const end = performance.now() + limits.textDeadlineMs + 1_000; performance.now() < end; );
    reply("spun");
  },
};

const send = (reply: TextReply) => void process.stdout.write(toJsonLine(reply));
send({ outcome: "ready" });
for await (const { job } of readJsonLines<TextRequest>(Bun.stdin.stream())) {
  const said = job.operation === "edit" ? job.instruction : job.rawText;
  const reply = (text: string) => {
    const finished = { text, unclear: false, deleted: false, instructionsLeft: [], unsure: [] };
    send({ outcome: "finished", finished, rssBytes: 0 });
  };
  (ACTIONS[said.split(" ")[0] ?? ""] ?? (() => reply(said.toUpperCase())))(reply);
}
