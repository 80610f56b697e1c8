/** Whether what is spoken live becomes a recording, if the server may keep one. */
import { liveText } from "../../messages/live-text.ts";
import { mayServerKeep } from "../../state/keeping.ts";
import { preferences, setPreferences } from "./preferences.ts";

export function becomesRecording(): boolean {
  return preferences.value.keep && mayServerKeep();
}

export function KeepChoice({ disabled }: { disabled: boolean }) {
  if (!mayServerKeep()) return null;
  return (
    <label class="check dictate-live">
      <input
        type="checkbox"
        checked={preferences.value.keep}
        disabled={disabled}
        onChange={({ currentTarget }) => setPreferences({ keep: currentTarget.checked })}
      />
      {liveText.keep}
    </label>
  );
}
