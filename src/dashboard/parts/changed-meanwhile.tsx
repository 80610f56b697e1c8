/** Of two administrators who change the same thing, the second sees what the first one changed. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { call, type Schemas } from "../client/api.ts";
import { ApiFault } from "../client/fault.ts";
import { personWords as words } from "../messages/person.ts";
import { setting } from "../state/signals.ts";
import { type Act, confirmFirst, toast, toastFault } from "./acts.tsx";
import { AuditTable } from "./audit-table.tsx";
import { Button, Icon } from "./button.tsx";

const LINES = 5;

type Line = Schemas["ServerAuditEvent"];

export interface Changing {
  /** Changes something that the page showed, then shows it anew; says what failed. */
  change(work: () => Promise<unknown>, act?: Omit<Act, "after">): Promise<void>;
  /** The changes by somebody else since the page showed it. */
  lines: readonly Line[];
  seen(): void;
}

/** @param target whose lines of the audit log say what became of it. @param reload shows it as it is now. */
export function useChanging(target: string, reload: () => Promise<unknown>): Changing {
  const lines = useSignal<readonly Line[]>([]);
  return {
    lines: lines.value,
    seen: setting(lines, []),
    change: async (work, { ask, done } = {}) => {
      if (ask && !(await confirmFirst(ask))) return;
      try {
        await work();
        if (done !== undefined) toast(done);
      } catch (error) {
        if (!(error instanceof ApiFault) || error.code !== "revision_conflict") toastFault(error);
        else lines.value = await newestLines(target);
      }
      await reload();
    },
  };
}

async function newestLines(target: string): Promise<readonly Line[]> {
  try {
    const { data } = await call("POST /v1/administration/audit/search", { body: { target, limit: LINES } });
    return data;
  } catch (error) {
    toastFault(error);
    return [];
  }
}

export function ChangedMeanwhile({ lines, seen }: Pick<Changing, "lines" | "seen">) {
  const id = useId();
  if (lines.length === 0) return null;
  return (
    <section class="banner wait" role="alert" aria-labelledby={id}>
      <Icon name="alert" />
      <div class="stack tight">
        <p>
          <strong id={id}>{words.changed}</strong>
        </p>
        <p>{words.changedLead}</p>
        <AuditTable caption={words.changed} rows={lines} />
      </div>
      <Button look="small" text={words.look} onClick={seen} />
    </section>
  );
}
