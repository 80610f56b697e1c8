import type { Signal } from "@preact/signals";
import { setting } from "../state/signals.ts";
import { Button } from "./button.tsx";

export interface SectionHeadProps {
  title: string;
  /** Of the button that opens what adds to the section; null: there is none. */
  add: string | null;
  isAsking: Signal<boolean>;
}

/** The heading of a section to which something can be added. */
export function SectionHead({ title, add, isAsking }: SectionHeadProps) {
  return (
    <div class="section-head">
      <h2>{title}</h2>
      {add !== null && (
        <Button look="small primary" icon="plus" text={add} onClick={setting(isAsking, true)} />
      )}
    </div>
  );
}
