/** What `tiro doctor` says of the running server; it keeps the last report as long as the server runs. */
import { z } from "zod";
import type { Clock } from "../lib/clock.ts";
import type { OwnCommands } from "./own-commands.ts";

export const doctorCheckSchema = z.object({
  name: z.string(),
  status: z.enum(["ok", "warn", "fail"]),
  detail: z.string().describe("The finding."),
  advice: z.string().optional().describe("The remedy."),
});
const printedSchema = z.object({ healthy: z.boolean(), checks: z.array(doctorCheckSchema) });

export type DoctorReport = z.infer<typeof printedSchema> & { checkedAtMs: number };

export class Doctor {
  readonly #commands: OwnCommands;
  readonly #clock: Clock;
  #last: DoctorReport | null = null;

  constructor(commands: OwnCommands, clock: Clock) {
    this.#commands = commands;
    this.#clock = clock;
  }

  /** Null if it was not asked since the server's start. */
  get last(): DoctorReport | null {
    return this.#last;
  }

  /** The server has the recognizer in memory, and its own functional check: a second one might not fit beside it. */
  async examine(): Promise<DoctorReport> {
    const printed = printedSchema.parse(await this.#commands.run(["doctor", "--no-recognition"]));
    this.#last = { ...printed, checkedAtMs: this.#clock.now() };
    return this.#last;
  }
}
