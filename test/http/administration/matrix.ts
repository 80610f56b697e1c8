/** Every route of administration, by topic. A new route gets a row in the file of its topic. */
import { newId } from "../../../src/lib/ids.ts";
import { ORGANIZATIONS } from "./organizations.ts";
import { PEOPLE } from "./people.ts";
import { RECOGNITION } from "./recognition.ts";
import type { Row } from "./row.ts";
import { SERVER } from "./server.ts";

export const MATRIX: Record<string, Row> = { ...PEOPLE, ...ORGANIZATIONS, ...RECOGNITION, ...SERVER };

/** For each parameter of a path, an id that nobody has. */
const IDS: Record<string, string> = {
  person: newId("usr"),
  organization: newId("org"),
  job: newId("req"),
  task: newId("tsk"),
  pack: "none@1",
  account: newId("usr"),
  limit: "stored_jobs",
  backup: "none",
  invoice: "INV-999999",
  token: newId("sct"),
  language: "none",
};

export const withIds = (path: string) => path.replace(/:(\w+)/g, (parameter, name) => IDS[name] ?? parameter);
