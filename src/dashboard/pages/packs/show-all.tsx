/** The end of a list of which only the first rows are shown. */
import type { Signal } from "@preact/signals";
import { packWords } from "../../messages/packs.ts";
import { Button } from "../../parts/button.tsx";
import { number } from "../../state/format.ts";
import { setting } from "../../state/signals.ts";

export function ShowAll({ count, isWhole }: { count: number; isWhole: Signal<boolean> }) {
  return <Button look="small" text={packWords.more(number(count))} onClick={setting(isWhole, true)} />;
}
