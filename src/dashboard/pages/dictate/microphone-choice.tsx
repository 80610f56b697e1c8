import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dictate } from "../../messages/dictate.ts";
import { microphones } from "./microphone.ts";
import { preferences, setPreferences } from "./preferences.ts";

/** If there is something to choose. */
export function MicrophoneChoice({ disabled }: { disabled: boolean }) {
  const known = useSignal<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    const look = async () => {
      known.value = await microphones();
    };
    void look();
    navigator.mediaDevices?.addEventListener("devicechange", look);
    return () => navigator.mediaDevices?.removeEventListener("devicechange", look);
    // The browser gives their names once one was used.
  }, [disabled]);
  if (known.value.length < 2) return null;
  return (
    <select
      class="select small auto"
      aria-label={dictate().microphoneLabel}
      value={preferences.value.microphone ?? known.value[0]?.deviceId ?? ""}
      disabled={disabled}
      onChange={({ currentTarget }) => setPreferences({ microphone: currentTarget.value })}
    >
      {known.value.map(({ deviceId, label }) => (
        <option key={deviceId} value={deviceId}>
          {label}
        </option>
      ))}
    </select>
  );
}
