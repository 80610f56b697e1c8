/** The text host: finishes one text after the other, until the server that started it closes its end. */
import { readJsonLines, toJsonLine } from "../../lib/json-lines.ts";
import { finishText } from "../../text/finish.ts";
import { TextTooLong } from "../../text/words/length.ts";
import { KnownRules } from "./known-rules.ts";
import type { TextReply, TextRequest } from "./protocol.ts";

const STACK_LINES = 5;

export async function runTextHost(): Promise<void> {
  const known = new KnownRules();
  const send = (reply: TextReply) => void process.stdout.write(toJsonLine(reply));
  send({ outcome: "ready" });
  for await (const request of readJsonLines<TextRequest>(Bun.stdin.stream())) send(answer(request, known));
}

function answer({ job, rulesKey, rules }: TextRequest, known: KnownRules): TextReply {
  if (rules) known.keep(rulesKey, rules);
  const personal = rules ?? known.get(rulesKey);
  if (!personal) return { outcome: "rules_unknown" };
  try {
    return { outcome: "finished", finished: finishText(job, personal), rssBytes: process.memoryUsage.rss() };
  } catch (error) {
    return error instanceof TextTooLong
      ? { outcome: "too_long" }
      : { outcome: "threw", where: placeOf(error) };
  }
}

function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, STACK_LINES).map((line) => line.trim())].join(" ");
}
