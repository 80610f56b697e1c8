/** The guide through a first run: how far the installation is, by what there is, so that each step can be left and resumed. */
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { type Db, inTransaction } from "../store/db.ts";
import { audioSecondsOf } from "../store/metering/usage.ts";
import { endFirstRun } from "../store/onboarding/first-run.ts";
import { listedPerson } from "../store/people/people-list.ts";
import { hasUserBeside } from "../store/people/users.ts";

/** In the order in which an administrator is led through them. */
export const FIRST_RUN_STEPS = [
  "password",
  "second_step",
  "site",
  "tls",
  "pack",
  "dictation",
  "person",
] as const;
export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number];

export interface FirstRunFacts {
  db: Db;
  /** Who asks: password, second step and first dictation are theirs. */
  userId: string;
  /** As the configuration names it; undefined if it does not. */
  publicUrl: string | undefined;
  /** Where the server is reached. */
  address: string;
  /** Beside those that tiro carries. */
  hasPack: boolean;
}

const ANY_DAY = { firstDay: "0000-01-01", lastDay: "9999-12-31" };

export function doneFirstRunSteps({ db, userId, ...site }: FirstRunFacts): Record<FirstRunStep, boolean> {
  const person = listedPerson(db, userId);
  const byOthers = person?.hasPasskey === true || person?.hasCompanyLogIn === true;
  return {
    password: byOthers || person?.hasPassword === true,
    second_step: byOthers || person?.hasSecondStep === true,
    site: site.publicUrl !== undefined,
    tls: site.address.startsWith("https:"),
    pack: site.hasPack,
    dictation: audioSecondsOf(db, userId, ANY_DAY) > 0,
    person: hasUserBeside(db, userId),
  };
}

/** Ending it again changes nothing. */
export function endGuide(changes: ChangeDeps): void {
  inTransaction(changes.db, () => {
    if (endFirstRun(changes.db, changes.clock.now())) recordAudit(changes, "first_run.ended", "server");
  });
}
