/** Speech becomes text here. */
import { useEffect } from "preact/hooks";
import { titles } from "../../messages/titles.ts";
import { Page } from "../../parts/page.tsx";
import { me } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";
import { Retention } from "../history/retention.tsx";
import { finish, phase } from "./dictation.ts";
import { KeepChoice } from "./keep-choice.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { MicrophoneChoice } from "./microphone-choice.tsx";
import { preferences } from "./preferences.ts";
import { PreviousTexts, RecentSessions } from "./previous-texts.tsx";
import { usePushToTalkKey } from "./push-to-talk.ts";
import { HoldKeyChoice, LiveChoice } from "./record-panel.tsx";
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
  const settings = useCall("GET /v1/settings");
  const own = settings.data.value?.language ?? "auto";
  const { history_available = false } = me.data.value ?? {};
  const choices = (
    <>
      <LanguageChoice own={own} disabled={phase.value.name !== "idle"} />
      <MicrophoneChoice disabled={phase.value.name !== "idle"} />
      <LiveChoice />
      {preferences.value.live && <KeepChoice disabled={phase.value.name !== "idle"} />}
      <HoldKeyChoice />
    </>
  );
  return (
    <div class={history_available ? "columns" : "stack wide"}>
      <div class="desk">
        <Page bare title={titles.dictate} lead={<Retention />}>
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
