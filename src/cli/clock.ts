/** After the machine's clock jumped: from when on the age of what is stored is counted by it again. */
import { Command } from "commander";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { toIsoTime } from "../lib/clock.ts";
import { confirmClock } from "../store/clock/watched-clock.ts";
import { inTransaction } from "../store/db.ts";
import { bringSessionsToNow } from "../store/dictation/sessions.ts";
import { bringJobsToNow } from "../store/transcription/jobs.ts";
import { withAccounts } from "./support/accounts.ts";
import { printJson, printLine } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, shownTime, type TimeFlags } from "./support/times.ts";

export function buildCommand(): Command {
  const command = new Command("clock").description(
    "After a jump of the machine's clock forward nothing expires because of it, until the clock is confirmed.",
  );
  addTimeOption(addSiteOptions(command.command("confirm")))
    .description(
      "Confirms that the clock is right. Everything past its retention by this clock is deleted soon after; dictations and jobs with a time in the future, from a time with a wrong clock, count as made now.",
    )
    .action(confirm);
  return command;
}

function confirm(flags: SiteFlags & TimeFlags): void {
  const { confirmedAt, withheldMs } = withAccounts(flags, (deps) =>
    inTransaction(deps.db, () => {
      const before = confirmClock(deps.db, deps.clock);
      bringSessionsToNow(deps.db, deps.clock.now());
      bringJobsToNow(deps.db, deps.clock.now());
      const withheldMs = before?.withheldMs ?? 0;
      recordAudit(deps, "clock.confirmed", "clock", { withheld_ms: withheldMs });
      return { confirmedAt: deps.clock.now(), withheldMs };
    }),
  );
  const withheldSeconds = Math.round(withheldMs / 1000);
  if (flags.json) printJson({ confirmed_at: toIsoTime(confirmedAt), withheld_seconds: withheldSeconds });
  else
    printLine(
      `The clock is confirmed: it is ${shownTime(confirmedAt, flags)}. ${withheldSeconds} s were not counted until now.`,
    );
}
