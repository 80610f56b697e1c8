/** Below a list that is read page by page: what failed, that it is being read, that nothing fits, and the way on. */
import type { ReadonlySignal } from "@preact/signals";
import { administration } from "../messages/administration.ts";
import type { PagedList } from "../state/paged.ts";
import { Button } from "./button.tsx";
import { FaultBanner } from "./fault.tsx";
import { Sketch } from "./loaded.tsx";

export interface PagedEndProps {
  list: Pick<PagedList<never>, "fault" | "isLoading" | "more"> & {
    rows: ReadonlySignal<readonly unknown[]>;
    answer: ReadonlySignal<{ has_more: boolean } | null>;
  };
  /** Said where nothing fits. */
  none?: string;
  /** On the button that reads on. */
  more?: string;
}

export function PagedEnd({ list, none, more = administration.showMore }: PagedEndProps) {
  const answer = list.answer.value;
  const fault = list.fault.value;
  const isEmpty = answer?.has_more === false && list.rows.value.length === 0;
  return (
    <>
      {fault && <FaultBanner fault={fault} onRetry={list.more} />}
      {answer === null && fault === null && <Sketch />}
      {isEmpty && none !== undefined && <p class="second">{none}</p>}
      {answer?.has_more && <Button text={more} disabled={list.isLoading.value} onClick={list.more} />}
    </>
  );
}
