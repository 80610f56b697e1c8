/**
 * A stretch is recognized once more, in another language or by another recognizer: what was found stands beside what is
 * there, and takes its place by choice.
 */
import { useSignal } from "@preact/signals";
import {
  cutIntoRuns,
  newSegmentId,
  segmentOf,
  type TranscriptSegment,
  textOf,
} from "../../../../recordings/transcript-model/segments.ts";
import { call, type Schemas } from "../../../client/api.ts";
import { transcript } from "../../../messages/transcript.ts";
import { transcriptDialogs } from "../../../messages/transcript-dialogs.ts";
import { Dialog } from "../../../parts/acts.tsx";
import { Form, SelectField, TextField } from "../../../parts/form.tsx";
import { LanguageOptions } from "../../../parts/language-options.tsx";
import { useCall } from "../../../state/resource.ts";
import { setting } from "../../../state/signals.ts";
import { changesBetween } from "../editing/differences.ts";
import type { Segments } from "../homes/home.ts";
import { segmentFrom } from "../homes/wire.ts";
import type { Workspace } from "../workspace.ts";
import { momentIn, momentText } from "./times.tsx";

interface Stretch {
  startMs: number;
  endMs: number;
}

export function AgainDialog({ at, segment }: { at: Workspace; segment: TranscriptSegment }) {
  const found = useSignal<(Stretch & { segments: Segments }) | null>(null);
  const given = selected(at, segment);
  const close = setting(at.asked, null);
  const send = async (fields: FormData) => {
    const startMs = momentIn(String(fields.get("start"))) ?? given.startMs;
    const endMs = momentIn(String(fields.get("end"))) ?? given.endMs;
    const chosen = String(fields.get("language")) as Schemas["LanguageCode"] | "";
    const pack = String(fields.get("pack") ?? "");
    const { segments } = await call("POST /v1/recordings/{recording}/recognize", {
      path: { recording: at.recording.value.id },
      body: {
        start: startMs / 1000,
        end: endMs / 1000,
        ...(chosen !== "" && { language: chosen }),
        ...(pack !== "" && { pack }),
      },
    });
    found.value = { startMs, endMs, segments: segments.map(segmentFrom) };
  };
  const take = () => {
    if (found.value === null) return;
    const before = at.document.segments.peek();
    const changes = changesBetween(before, withStretch(before, found.value, found.value.segments));
    at.document.make(changes);
    close();
  };
  const result = found.value;
  const isHeard = result !== null && result.segments.length > 0;
  return (
    <Dialog
      title={transcript.again}
      onClose={close}
      act={isHeard && { text: transcriptDialogs.use, onClick: take }}
    >
      <p class="second">{transcriptDialogs.againHint}</p>
      <Form onSubmit={send} submit={transcriptDialogs.recognize}>
        <div class="halves">
          <TextField name="start" label={transcriptDialogs.begins} value={momentText(given.startMs)} />
          <TextField name="end" label={transcriptDialogs.ends} value={momentText(given.endMs)} />
        </div>
        <label class="field">
          <span>{transcriptDialogs.language}</span>
          <select class="select" name="language">
            <option value="">{transcriptDialogs.asBefore}</option>
            <LanguageOptions />
          </select>
        </label>
        <PackField />
      </Form>
      {result !== null && (
        <div class="stack" role="status">
          <section class="stack tight">
            <h3>{transcriptDialogs.wasThere}</h3>
            <p class="second">{textIn(at.document.segments.value, result)}</p>
          </section>
          <section class="stack tight">
            <h3>{transcriptDialogs.isFound}</h3>
            <p>
              {result.segments.length === 0
                ? transcriptDialogs.nothingHeard
                : textOf(result.segments.flatMap(({ words }) => words))}
            </p>
          </section>
        </div>
      )}
    </Dialog>
  );
}

/** Which pack recognizes it; nothing if there is no choice. */
function PackField() {
  const list = useCall("GET /v1/recordings/recognizers");
  const all = list.data.value?.data ?? [];
  if (all.length < 2) return null;
  const packs = all.map(({ id, description }) => ({ value: id, label: description || id }));
  const options = [{ value: "", label: transcriptDialogs.asBefore }, ...packs];
  return <SelectField name="pack" label={transcriptDialogs.recognizer} options={options} />;
}

/** The selection in the text, or else the turn. */
function selected({ caret, document }: Workspace, segment: TranscriptSegment): Stretch {
  const place = caret.peek();
  const now = document.part(segment.id)?.peek() ?? segment;
  if (place === null || place.id !== segment.id || place.start === place.end) return now;
  const text = textOf(now.words);
  const chosen = now.words.filter((word, index) => {
    const start = textOf(now.words.slice(0, index + 1)).length - word.text.length;
    return start < place.end && start + word.text.length > place.start && text !== "";
  });
  const [first, last] = [chosen[0], chosen.at(-1)];
  return first && last ? { startMs: first.startMs, endMs: last.endMs } : now;
}

function isWithin({ startMs, endMs }: Stretch, from: Stretch): boolean {
  const middle = (startMs + endMs) / 2;
  return middle >= from.startMs && middle <= from.endMs;
}

function textIn(segments: Segments, stretch: Stretch): string {
  return textOf(segments.flatMap(({ words }) => words.filter((word) => isWithin(word, stretch))));
}

/** Other words in the place of those in a stretch; what stands around them stays, and who speaks where one did. */
function withStretch(segments: Segments, stretch: Stretch, by: Segments): Segments {
  const touched = segments.filter(({ words }) => words.some((word) => isWithin(word, stretch)));
  const speakers = new Set(touched.map(({ speaker }) => speaker));
  const speaker = speakers.size === 1 ? ([...speakers][0] ?? null) : null;
  const inserted = by.flatMap((segment) =>
    cutIntoRuns(segment.words).map((words) => segmentOf(newSegmentId(), speaker ?? segment.speaker, words)),
  );
  const [first, last] = [touched[0], touched.at(-1)];
  if (first === undefined || last === undefined) {
    const at = segments.findIndex(({ startMs }) => startMs >= stretch.startMs);
    return at === -1 ? [...segments, ...inserted] : segments.toSpliced(at, 0, ...inserted);
  }
  const before = first.words.filter((word) => !isWithin(word, stretch) && word.startMs < stretch.startMs);
  const behind = last.words.filter((word) => !isWithin(word, stretch) && word.startMs >= stretch.startMs);
  const kept = [
    ...(before.length > 0 ? [segmentOf(first.id, first.speaker, before)] : []),
    ...inserted,
    ...(behind.length > 0
      ? [segmentOf(last === first && before.length > 0 ? newSegmentId() : last.id, last.speaker, behind)]
      : []),
  ];
  return segments.toSpliced(segments.indexOf(first), touched.length, ...kept);
}
