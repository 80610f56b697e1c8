/** After the machine's clock jumped: from when on the age of what is stored is counted by it again. */

import { Command } from "commander";
import { toIsoTime } from "../lib/clock.ts";
import { confirmTheClock } from "../work/confirm-clock.ts";
import { withAccounts } from "./support/accounts.ts";
import { printOutcome } from "./support/output.ts";
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
  const { confirmedAt, withheldSeconds } = withAccounts(flags, confirmTheClock);
  const words = `The clock is confirmed: it is ${shownTime(confirmedAt, flags)}. ${withheldSeconds} s were not counted until now.`;
  printOutcome(flags, { confirmed_at: toIsoTime(confirmedAt), withheld_seconds: withheldSeconds }, words);
}
