/** The protocol of the server and a text host, one request at a time. */
import type { FinishedText, PersonalRules, TextJob } from "../../text/finish.ts";

export interface TextRequest {
  job: TextJob;
  /** Names one state of one person's rules. */
  rulesKey: string;
  /** Left out at first: the host remembers the rules of recent speakers. */
  rules?: PersonalRules;
}

export type TextReply =
  | { outcome: "ready" }
  | { outcome: "finished"; finished: FinishedText; rssBytes: number }
  | { outcome: "rules_unknown" }
  | { outcome: "too_long" }
  /** A fault of the program: its kind and place, without the message, which may quote the text. */
  | { outcome: "threw"; where: string };
