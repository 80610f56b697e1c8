/** Whether the text is stored, and what the person can do where it is not. */
import { useSignal } from "@preact/signals";
import { dictate } from "../../messages/dictate.ts";
import { keptText as words } from "../../messages/kept-text.ts";
import { toastFault } from "../../parts/acts.tsx";
import { Banner } from "../../parts/banner.tsx";
import { Button } from "../../parts/button.tsx";
import { date } from "../../state/format.ts";
import { saveFile } from "../../state/save-file.ts";
import { text } from "./sheet-text.ts";
import type { SaveState, TextSaver } from "./text-saver.ts";

export function SaveStatus({ state }: { state: SaveState }) {
  return <span role="status">{words.saveStates[state]}</span>;
}

/** Nothing while it is stored, or about to be. */
export function SaveBanner({ saver }: { saver: TextSaver }) {
  const state = saver.state.value;
  const isBusy = useSignal(false);
  if (state === "saved" || state === "saving") return null;
  const act = (what: () => Promise<unknown>) => async () => {
    isBusy.value = true;
    await what().catch(toastFault);
    isBusy.value = false;
  };
  const take = async () => {
    text.value = await saver.takeOther();
  };
  const ways: [label: string, act: () => Promise<unknown>][] = {
    unkept: [],
    unreachable: [[words.saveAgain, () => saver.save()] as [string, () => Promise<unknown>]],
    conflict: [
      [words.keepMine, () => saver.keepMine()],
      [words.takeOther, take],
    ] as [string, () => Promise<unknown>][],
  }[state];
  return (
    <Banner>
      <div class="stack tight">
        <p>{words.saveProblems[state]}</p>
        {ways.length > 0 && (
          <div class="row">
            {ways.map(([label, way]) => (
              <Button key={label} look="small" text={label} disabled={isBusy.value} onClick={act(way)} />
            ))}
          </div>
        )}
      </div>
    </Banner>
  );
}

/** As a text file, after which the page may go. */
export function saveTextFile(shown: string, saver: TextSaver): void {
  const time = date(new Date(), { dateStyle: "short", timeStyle: "short" });
  const name = `${dictate.dictation} ${time}.txt`.replace(/[/:]/g, "-");
  saveFile(name, new Blob([shown], { type: "text/plain;charset=utf-8" }));
  saver.took(shown);
}
