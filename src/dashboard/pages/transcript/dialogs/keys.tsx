/** The keys of this page: each is taught by pressing it, a foot pedal's too. */
import { useSignal } from "@preact/signals";
import { transcript } from "../../../messages/transcript.ts";
import { transcriptActs as acts } from "../../../messages/transcript-acts.ts";
import { transcriptDialogs } from "../../../messages/transcript-dialogs.ts";
import { Dialog } from "../../../parts/acts.tsx";
import { Button } from "../../../parts/button.tsx";
import { Switch } from "../../../parts/form.tsx";
import { setting } from "../../../state/signals.ts";
import { isFree, KEY_ACTS, type KeyAct, nameOfKey, shownKey } from "../key-names.ts";
import { keys, options } from "../options.ts";
import type { Workspace } from "../workspace.ts";

export function KeysDialog({ at }: { at: Workspace }) {
  const taught = useSignal<KeyAct | null>(null);
  const refused = useSignal<string | null>(null);
  const { keysTitle } = transcript;
  const { keysHint, pressKey, keyTaken, keyIsText, standardKeys, hearClicks } = transcriptDialogs;
  const close = setting(at.asked, null);
  const teach = (event: KeyboardEvent, act: KeyAct) => {
    const name = nameOfKey(event);
    if (taught.value !== act || name === null || name === "Tab" || name === "Shift+Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (name === "Escape") return stop();
    const owner = Object.entries(keys()).find(([other, key]) => key === name && other !== act);
    refused.value = owner ? keyTaken(acts[owner[0] as KeyAct]) : isFree(name) ? null : keyIsText;
    if (refused.value !== null) return;
    options.value = { ...options.value, keys: { ...options.value.keys, [act]: name } };
    stop();
  };
  const stop = setting(taught, null);
  const foot = (
    <Button
      text={standardKeys}
      onClick={() => {
        options.value = { ...options.value, keys: {} };
      }}
    />
  );
  return (
    <Dialog title={keysTitle} onClose={close} foot={foot}>
      <p class="second">{keysHint}</p>
      {refused.value && (
        <p class="fault" role="alert">
          {refused.value}
        </p>
      )}
      <ul class="ledger">
        {KEY_ACTS.map((act) => (
          <li key={act}>
            <span>{acts[act]}</span>
            <Button
              look="small"
              label={`${acts[act]}: ${keys()[act]}`}
              aria-pressed={taught.value === act}
              onClick={() => {
                refused.value = null;
                taught.value = act;
              }}
              onKeyDown={(event) => teach(event, act)}
              onBlur={stop}
            >
              {taught.value === act ? pressKey : <kbd>{shownKey(keys()[act])}</kbd>}
            </Button>
          </li>
        ))}
      </ul>
      <Switch
        name="hear-clicks"
        label={hearClicks}
        checked={options.value.hearsClicks}
        onChange={(hearsClicks) => {
          options.value = { ...options.value, hearsClicks };
        }}
      />
    </Dialog>
  );
}
