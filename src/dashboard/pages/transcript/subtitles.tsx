/** The text as subtitles, by rules that can be changed here; a file of subtitles is made by the same ones. */
import { useEffect, useState } from "preact/hooks";
import { withoutPauses } from "../../../lib/slices.ts";
import { type TranscriptCue, transcriptCues } from "../../../recordings/exports/subtitles.ts";
import { SUBTITLE_RULES, type SubtitleRules } from "../../../transcription/formats/cues.ts";
import { subtitleTime } from "../../../transcription/formats/subtitle-files.ts";
import { transcriptSubtitles as words } from "../../messages/transcript-subtitles.ts";
import { Sketch } from "../../parts/page.tsx";
import { number } from "../../state/format.ts";
import { options } from "./options.ts";
import { nameOf, voiceOf } from "./voices.ts";
import type { Workspace } from "./workspace.ts";

/** The rules that can be chosen, with their bounds. */
const CHOICES = [
  { name: "maxLineChars", min: 20, max: 80, step: 1, unit: 1 },
  { name: "maxLines", min: 1, max: 3, step: 1, unit: 1 },
  { name: "maxCharsPerSecond", min: 10, max: 40, step: 1, unit: 1 },
  { name: "minMs", min: 0.5, max: 5, step: 0.1, unit: 1000 },
] as const;

export function subtitleRules(): SubtitleRules {
  return { ...SUBTITLE_RULES, ...options.value.subtitles };
}

export default function Subtitles({ at }: { at: Workspace }) {
  const { document, playing } = at;
  const segments = document.settled.value;
  const names = document.names.value;
  const rules = subtitleRules();
  const [cues, setCues] = useState<readonly TranscriptCue[] | null>(null);
  useEffect(() => {
    const transcript = {
      segments,
      durationMs: playing.durationMs.peek(),
      speakers: names,
      language: document.language,
    };
    setCues(withoutPauses(transcriptCues(transcript, rules, false)));
  }, [segments, names, JSON.stringify(rules)]);
  return (
    <div class="stack">
      <Rules />
      {cues === null ? (
        <Sketch />
      ) : (
        <ol class="transcript turns subtitles">
          {cues.map(({ startMs, endMs, lines, speaker }) => (
            <li key={startMs} class={`turn ${voiceOf(speaker)}`}>
              <header>
                <button
                  type="button"
                  class="who"
                  onClick={() => playing.hear({ fromMs: startMs, toMs: endMs })}
                >
                  {nameOf(names, speaker)}
                </button>
                <time>{subtitleTime(startMs, ".")}</time>
              </header>
              <p class={isFast(lines, endMs - startMs, rules) ? "attention" : undefined}>
                {lines.join("\n")}
                {isFast(lines, endMs - startMs, rules) && <span class="quiet small"> {words.fast}</span>}
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function isFast(lines: readonly string[], ms: number, { maxCharsPerSecond }: SubtitleRules): boolean {
  return lines.join(" ").length > (maxCharsPerSecond * ms) / 1000;
}

function Rules() {
  const rules = subtitleRules();
  return (
    <fieldset class="row loose subtitle-rules no-print">
      <legend>{words.rules}</legend>
      {CHOICES.map(({ name, min, max, step, unit }) => (
        <label key={name} class="field">
          <span class="small">{words[name]}</span>
          <input
            class="input small"
            type="number"
            min={min}
            max={max}
            step={step}
            value={rules[name] / unit}
            aria-label={`${words[name]} (${number(min)} – ${number(max)})`}
            onChange={({ currentTarget }) => {
              const { valueAsNumber } = currentTarget;
              if (!(valueAsNumber >= min && valueAsNumber <= max)) return;
              options.value = {
                ...options.value,
                subtitles: { ...options.value.subtitles, [name]: Math.round(valueAsNumber * unit) },
              };
            }}
          />
        </label>
      ))}
    </fieldset>
  );
}
