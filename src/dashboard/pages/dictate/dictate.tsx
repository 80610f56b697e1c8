/** Speech becomes text here. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call } from "../../client/api.ts";
import { dictate } from "../../messages/dictate.ts";
import { dictateTitle } from "../../messages/work-titles.ts";
import { LanguageOptions } from "../../parts/language-options.tsx";
import { Page } from "../../parts/page.tsx";
import { me } from "../../state/me.ts";
import { useResource } from "../../state/resource.ts";
import { spokenLanguages } from "../../state/spoken-languages.ts";
import { Retention } from "../history/retention.tsx";
import { finish, phase } from "./dictation.ts";
import { preferences, setPreferences } from "./preferences.ts";
import { PreviousTexts, RecentSessions } from "./previous-texts.tsx";
import { usePushToTalkKey } from "./push-to-talk.ts";
import { HoldKeyChoice, LiveChoice } from "./record-panel.tsx";
import { microphones } from "./recorder.ts";
import { Sheet } from "./sheet.tsx";
import { currentResult } from "./sheet-text.ts";

export default function Dictate() {
  usePushToTalkKey(() => ({ kind: "new" }));
  // Elsewhere nobody would see that the microphone is on.
  useEffect(
    () => () => {
      void finish();
      void currentResult.peek()?.saver.save();
    },
    [],
  );
  const settings = useResource((signal) => call("GET /v1/settings", { signal }));
  const own = settings.data.value?.language ?? "auto";
  const { history_available = false } = me.data.value ?? {};
  const choices = (
    <>
      <LanguageChoice own={own} />
      <MicrophoneChoice />
      <LiveChoice />
      <HoldKeyChoice />
    </>
  );
  return (
    <div class={history_available ? "columns" : "stack wide"}>
      <div class="desk">
        <Page title={dictateTitle()} lead={<Retention />}>
          <Sheet choices={choices} language={preferences.value.language ?? own} />
        </Page>
      </div>
      <div class="stack wide">
        <PreviousTexts />
        {history_available && <RecentSessions />}
      </div>
    </div>
  );
}

/** @param own the language in the person's settings. */
function LanguageChoice({ own }: { own: string }) {
  const { asInSettings, detected, language } = dictate();
  const ownName = own === "auto" ? detected : spokenLanguages().find(({ value }) => value === own)?.label;
  return (
    <select
      class="select small auto"
      aria-label={language}
      value={preferences.value.language ?? ""}
      disabled={phase.value.name !== "idle"}
      onChange={({ currentTarget }) => setPreferences({ language: currentTarget.value || null })}
    >
      <option value="">{asInSettings(ownName ?? own)}</option>
      <option value="auto">{detected}</option>
      <LanguageOptions />
    </select>
  );
}

/** Where there is something to choose. */
function MicrophoneChoice() {
  const known = useSignal<readonly MediaDeviceInfo[]>([]);
  const { name } = phase.value;
  useEffect(() => {
    const look = async () => {
      known.value = await microphones();
    };
    void look();
    navigator.mediaDevices?.addEventListener("devicechange", look);
    return () => navigator.mediaDevices?.removeEventListener("devicechange", look);
    // The browser tells their names once one was used.
  }, [name === "recording"]);
  if (known.value.length < 2) return null;
  return (
    <select
      class="select small auto"
      aria-label={dictate().microphoneLabel}
      value={preferences.value.microphone ?? known.value[0]?.deviceId ?? ""}
      disabled={name !== "idle"}
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
