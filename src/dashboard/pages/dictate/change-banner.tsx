/** The result of an edit or insertion by voice, with undo. */
import { useEffect } from "preact/hooks";
import { dictate } from "../../messages/dictate.ts";
import { announce } from "../../parts/announcer.tsx";
import { Banner } from "../../parts/banner.tsx";
import { Button } from "../../parts/button.tsx";
import { Differences } from "../../parts/differences.tsx";
import { change, text, undo } from "./sheet-text.ts";

export function ChangeBanner() {
  const current = change.value;
  useEffect(() => {
    // Of a template, its name is announced where it is inserted.
    if (current === null || current.kind === "template") return;
    const { isUnclear, said } = current;
    announce(isUnclear ? dictate.unclear(said) : `${dictate.said(said)} ${text.peek()}`);
  }, [current]);
  if (current === null) return null;
  const { said, before, after, isUnclear, kind } = current;
  if (isUnclear) return <Banner text={dictate.unclear(said)} />;
  return (
    <Banner look="" icon={kind === "template" ? "plus" : "mic"}>
      <div class="stack tight">
        {kind === "edit" && <p>{dictate.said(said)}</p>}
        <p class="dictate-diff">
          <Differences before={before} after={after} />
        </p>
      </div>
      <Button look="small" icon="undo" text={dictate.undo} onClick={undo} />
    </Banner>
  );
}
