/** Recordings: drop them, follow them, read what came of them. One page a result, by the job's id. */
import { useSignal } from "@preact/signals";
import { useRoute } from "preact-iso";
import { isOffline } from "../../client/connection.ts";
import { files, filesTitle } from "../../messages/recordings.ts";
import { Icon } from "../../parts/drawing.tsx";
import { Check } from "../../parts/form.tsx";
import { LanguageNotInstalled, LanguageOptions } from "../../parts/language-options.tsx";
import { Page } from "../../parts/page.tsx";
import { me } from "../../state/me.ts";
import { AllJobs, type JobFilter, useJobs } from "./jobs/job-list.tsx";
import { JobPage } from "./jobs/job-page.tsx";
import { SharedRecordings } from "./sending/shared-recordings.tsx";
import { UploadLine } from "./sending/upload-line.tsx";
import { type ChosenOptions, sendFiles, uploadOptions } from "./sending/upload-options.ts";
import { uploads } from "./sending/uploads.ts";

export default function Recordings() {
  const { params } = useRoute();
  return params.job === undefined ? <FilesPage /> : <JobPage key={params.job} id={params.job} />;
}

function FilesPage() {
  const filter = useSignal<JobFilter>({ status: "", day: "" });
  const list = useJobs(filter.value);
  const zeroRetention = me.data.value?.zero_retention ?? false;
  const { lead, zeroRetention: why } = files();
  const send = (chosen: FileList | undefined | null) => {
    if (chosen && chosen.length > 0) sendFiles(chosen);
  };
  return (
    <Page title={filesTitle()} lead={lead}>
      <div class="stack wide">
        {zeroRetention && (
          <div class="banner">
            <Icon name="lock" />
            <p>{why}</p>
          </div>
        )}
        <SharedRecordings />
        <DropZone onFiles={send} />
        <Options
          {...uploadOptions.value}
          onChange={(change) => {
            uploadOptions.value = { ...uploadOptions.value, ...change };
          }}
        />
        <Underway listed={new Set(list.jobs.data.value?.data.map(({ id }) => id))} />
        <AllJobs
          list={list}
          filter={filter.value}
          onFilter={(change) => {
            filter.value = { ...filter.value, ...change };
          }}
        />
      </div>
    </Page>
  );
}

function DropZone({ onFiles }: { onFiles: (files: FileList | undefined | null) => void }) {
  const isOver = useSignal(false);
  const { drop, dropLead, choose } = files();
  const leave = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    isOver.value = over;
  };
  return (
    <label
      class={isOver.value ? "drop over" : "drop"}
      onDragOver={leave(true)}
      onDragLeave={leave(false)}
      onDrop={(event) => {
        leave(false)(event);
        onFiles(event.dataTransfer?.files);
      }}
    >
      <Icon name="upload" large />
      <strong>{drop}</strong>
      <span class="small">{dropLead}</span>
      <span class="button small" aria-hidden="true">
        {choose}
      </span>
      <input
        class="for-readers"
        type="file"
        multiple
        accept="audio/*,video/*,.flac,.mp3,.mp4,.mpeg,.mpga,.m4a,.ogg,.wav,.webm"
        aria-label={choose}
        onChange={(event) => {
          onFiles(event.currentTarget.files);
          // The same file may be chosen again.
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

function Options({
  language,
  diarize,
  prompt,
  onChange,
}: ChosenOptions & { onChange: (change: Partial<ChosenOptions>) => void }) {
  const { languageLabel, detect, speakers, speakersHint, words, wordsHint } = files();
  return (
    <div class="halves">
      <div class="field">
        <label for="files-language">{languageLabel}</label>
        <select
          class="select"
          id="files-language"
          value={language}
          onChange={(event) => onChange({ language: event.currentTarget.value })}
        >
          <option value="auto">{detect}</option>
          <LanguageOptions />
        </select>
        <LanguageNotInstalled code={language} />
        <Check
          name="diarize"
          label={speakers}
          hint={speakersHint}
          checked={diarize}
          onChange={(checked) => onChange({ diarize: checked })}
        />
      </div>
      <div class="field">
        <label for="files-words">{words}</label>
        <p class="hint" id="files-words-hint">
          {wordsHint}
        </p>
        <textarea
          class="input"
          id="files-words"
          rows={2}
          maxLength={16_000}
          aria-describedby="files-words-hint"
          value={prompt}
          onInput={(event) => onChange({ prompt: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}

/** Those that do not stand below as jobs yet. */
function Underway({ listed }: { listed: ReadonlySet<string> }) {
  const shown = uploads.value.filter(
    ({ state: { value } }) => value.kind !== "stored" || !listed.has(value.jobId),
  );
  if (shown.length === 0) return null;
  return (
    <section>
      <div class="section-head">
        <h2>{files().underWay}</h2>
      </div>
      <div class="stack tight">
        {isOffline.value && (
          <div class="banner wait" role="status">
            <Icon name="alert" />
            <p>{files().offline}</p>
          </div>
        )}
        <ul class="ledger">
          {shown.map((upload) => (
            <UploadLine key={upload.id} upload={upload} />
          ))}
        </ul>
      </div>
    </section>
  );
}
