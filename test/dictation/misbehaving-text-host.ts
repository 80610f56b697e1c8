/** Stands in for a text host. What it does with a text is what the text's first word says. */
import type { TextReply, TextRequest } from "../../src/dictation/finishing/protocol.ts";

const ACTIONS: Readonly<Record<string, (reply: (text: string) => void) => void>> = {
  loop: () => {
    for (;;);
  },
  // A regular expression cannot be interrupted from within its process.
  match: () => void /(?:a*b|a*c)$/.test("a".repeat(1_000_000)),
  die: () => process.exit(1),
  pid: (reply) => reply(String(process.pid)),
  wait: (reply) => {
    Bun.sleepSync(300);
    reply("waited");
  },
};

const send = (reply: TextReply) => void process.send?.(reply);
process.on("disconnect", () => process.exit(0));
process.on("message", ({ job }: TextRequest) => {
  const said = job.operation === "edit" ? job.instruction : job.rawText;
  const reply = (text: string) => {
    const finished = { text, unclear: false, deleted: false, instructionsLeft: [] };
    send({ outcome: "finished", finished, rssBytes: 0 });
  };
  (ACTIONS[said.split(" ")[0] ?? ""] ?? (() => reply(said.toUpperCase())))(reply);
});
send({ outcome: "ready" });
