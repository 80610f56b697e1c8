import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dictate } from "../../messages/dictate.ts";
import { Choice } from "../../parts/choice.tsx";
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
    <Choice
      label={dictate.microphoneLabel}
      options={known.value.map(({ deviceId, label }) => [deviceId, label])}
      value={preferences.value.microphone ?? known.value[0]?.deviceId ?? ""}
      disabled={disabled}
      onChange={(chosen) => setPreferences({ microphone: chosen })}
    />
  );
}
