/** Above the text: what it is, whether it is saved, and what one does with all of it. */
import { useLocation } from "preact-iso";
import { transcript as words } from "../../messages/transcript.ts";
import { confirmFirst, orToast } from "../../parts/acts.tsx";
import { Button, Icon, Menu, MenuAct } from "../../parts/button.tsx";
import { dateAndTime, duration } from "../../state/format.ts";
import { spokenLanguages } from "../../state/spoken-languages.ts";
import { options } from "./options.ts";
import { speakersOf } from "./speakers/speakers.ts";
import { goBack } from "./text/undoing.ts";
import type { Workspace } from "./workspace.ts";

export function Facts({ at }: { at: Workspace }) {
  const { created_at, duration_seconds, language, person } = at.recording.value;
  const count = speakersOf(at.document).length;
  const spoken = spokenLanguages().find(({ value }) => value === language)?.label;
  return (
    <span class="facts">
      <span>{dateAndTime(created_at)}</span>
      {duration_seconds !== null && <span>{duration(duration_seconds)}</span>}
      {spoken && <span>{spoken}</span>}
      {count > 0 && <span>{words.speakers(count)}</span>}
      {at.home.isLocal && <span class="no-print">{words.local.kept}</span>}
      {at.canEdit ? (
        <span class="no-print" role="status">
          {words.states[at.saver.state.value]}
        </span>
      ) : (
        <span class="no-print">{words.onlyRead(person === null)}</span>
      )}
    </span>
  );
}

export function Acts({ at }: { at: Workspace }) {
  const { document, canEdit, isFinding, view } = at;
  const isText = view.value === "text";
  return (
    <div class="row no-print">
      {canEdit && (
        <>
          <Button
            look="small"
            icon="undo"
            text={words.undo}
            disabled={!document.canUndo.value}
            onClick={() => goBack(at, "undo")}
          />
          <Button
            look="small"
            text={words.redo}
            disabled={!document.canRedo.value}
            onClick={() => goBack(at, "redo")}
          />
        </>
      )}
      <Button
        look="small"
        icon={isText ? "captions" : "file"}
        text={isText ? words.subtitles : words.text}
        onClick={() => {
          view.value = isText ? "subtitles" : "text";
        }}
      />
      <Button
        look="small"
        icon="search"
        text={words.find}
        aria-pressed={isFinding.value}
        onClick={() => {
          view.value = "text";
          isFinding.value = !isFinding.value;
        }}
      />
      <ExportMenu at={at} />
      <MoreMenu at={at} />
    </div>
  );
}

const FORMATS = ["docx", "txt", "md", "srt", "vtt", "json"] as const;

/** Of the edited text; unsaved edits are saved first. */
function ExportMenu({ at }: { at: Workspace }) {
  const { exports } = options.value;
  const keep = async (format: (typeof FORMATS)[number]) => {
    await at.saver.save();
    await orToast(() => at.home.export({ format, ...exports, rules: options.value.subtitles }));
  };
  const set = (chosen: Partial<typeof exports>) => {
    options.value = { ...options.value, exports: { ...exports, ...chosen } };
  };
  return (
    <span class="menu-holder">
      <Menu class="button small" icon="download" text={words.export}>
        {FORMATS.map((format) => (
          <button key={format} type="button" onClick={() => void keep(format)}>
            {words.formats[format]} <span class="hint">.{format}</span>
          </button>
        ))}
        <button type="button" onClick={() => globalThis.print()}>
          {words.print} <kbd>Ctrl P</kbd>
        </button>
        <hr />
        <label class="check small">
          <input
            type="checkbox"
            checked={exports.speakers}
            onChange={({ currentTarget }) => set({ speakers: currentTarget.checked })}
          />
          <span>{words.withSpeakers}</span>
        </label>
        <label class="check small">
          <input
            type="checkbox"
            checked={exports.times}
            onChange={({ currentTarget }) => set({ times: currentTarget.checked })}
          />
          <span>{words.withTimes}</span>
        </label>
      </Menu>
    </span>
  );
}

function MoreMenu({ at }: { at: Workspace }) {
  const { canEdit, asked, recording, home } = at;
  const { route } = useLocation();
  const ask = (kind: "rename" | "revisions") => () => {
    asked.value = { kind };
  };
  const askOfTurn = (kind: "times" | "again") => () => {
    const segment = at.current;
    if (segment !== null) asked.value = { kind, segment };
  };
  const erase = async () => {
    const { name } = recording.value;
    const text = home.isLocal ? words.local.removeText : words.removeText;
    if (!(await confirmFirst({ title: words.removeTitle(name), text, act: words.remove }))) return;
    await orToast(async () => {
      await home.remove();
      at.saver.forget();
      route("/app/recordings");
    });
  };
  return (
    <span class="menu-holder">
      <Menu class="button small icon-only" label={words.more} icon="more">
        {canEdit && <MenuAct text={words.rename} onClick={ask("rename")} />}
        {canEdit && <MenuAct text={words.times} onClick={askOfTurn("times")} />}
        {canEdit && recording.value.audio !== null && !home.isLocal && (
          <MenuAct text={words.again} onClick={askOfTurn("again")} />
        )}
        <MenuAct text={words.changes} onClick={ask("revisions")} />
        {recording.value.access === "owner" && <hr />}
        {recording.value.access === "owner" && (
          <button type="button" class="destroys" onClick={erase}>
            <Icon name="trash" />
            {words.remove}
          </button>
        )}
      </Menu>
    </span>
  );
}
