/** A recording in the list: what it is, who sees it, what it needs, and what can be done with it. */
import { ApiFault } from "../../../client/fault.ts";
import { faultText } from "../../../messages/faults.ts";
import { library } from "../../../messages/library.ts";
import { libraryActs as words } from "../../../messages/library-acts.ts";
import { Link, Menu, MenuAct } from "../../../parts/button.tsx";
import { duration, when } from "../../../state/format.ts";
import { Faces } from "./faces.tsx";
import { recordingAddress } from "./filter.ts";
import type { Recording } from "./list.ts";

/** Acts with a dialog first. */
export type AskedAct = "rename" | "move" | "tags" | "share" | "export";

export interface RecordingActs {
  ask: (act: AskedAct, recordings: readonly Recording[]) => void;
  archive: (recordings: readonly Recording[], archived: boolean) => unknown;
  remove: (recordings: readonly Recording[]) => unknown;
  retry: (recording: Recording) => unknown;
}

export interface RecordingRowProps {
  recording: Recording;
  folder: string | null;
  isSelected: boolean;
  onSelect: (selected: boolean) => void;
  acts: RecordingActs;
}

export function RecordingRow({ recording, folder, isSelected, onSelect, acts }: RecordingRowProps) {
  const { id, name, duration_seconds: seconds, state, match } = recording;
  const { select, sharedWith, moreAbout } = library;
  return (
    <tr>
      <td>
        <input
          class="tick"
          type="checkbox"
          aria-label={select(name)}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      </td>
      <td class="head-cell fills">
        {state === "ready" ? (
          <Link look="title" text={name} href={recordingAddress(id, match?.start_seconds ?? null)} />
        ) : (
          <span class="title">{name}</span>
        )}
        <Facts recording={recording} />
      </td>
      <td class="spare nowrap">{folder}</td>
      <td class="nowrap" data-label={recording.shared_count > 0 ? sharedWith : ""}>
        <Faces {...recording} />
      </td>
      <td class="number nowrap" data-label="">
        {seconds === null ? "–" : duration(seconds)}
      </td>
      <td class="nowrap" data-label="">
        <State recording={recording} />
      </td>
      <td class="end">
        <span class="menu-holder">
          <Menu class="button small icon-only plain" label={moreAbout(name)} icon="more">
            <MenuActs recording={recording} acts={acts} />
          </Menu>
        </span>
      </td>
    </tr>
  );
}

const NAMES_SHOWN = 2;

function Facts({ recording }: { recording: Recording }) {
  const { state, error, match, tags, speakers, language, audio } = recording;
  const { others, speakers: counted, textOnly } = library;
  if (state === "failed" && error !== null)
    return (
      <div class="facts wraps">
        {faultText(new ApiFault({ ...error, status: 0 }))}{" "}
        <a href={`/docs/errors#${error.code}`}>{error.code}</a>
      </div>
    );
  if (match?.text) return <div class="facts wraps">… {match.text} …</div>;
  const names = speakers.flatMap(({ name }) => (name === null ? [] : [name]));
  const shown = names.slice(0, NAMES_SHOWN).join(", ");
  const more = speakers.length - NAMES_SHOWN;
  return (
    <div class="facts">
      {names.length > 0 && <span>{more > 0 ? others(shown, more) : shown}</span>}
      {names.length === 0 && speakers.length > 1 && <span>{counted(speakers.length)}</span>}
      {names.length === 0 && language !== null && <span>{languageName(language)}</span>}
      {audio === null && state === "ready" && <span>{textOnly}</span>}
      {tags.length > 0 && (
        <span class="row one-line">
          {tags.map((tag) => (
            <span key={tag} class="badge tag">
              {tag}
            </span>
          ))}
        </span>
      )}
    </div>
  );
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(document.documentElement.lang, { type: "language" }).of(code) ?? code;
  } catch {
    // No browser has names for every code.
    return code;
  }
}

function State({ recording: { state, speakers, access, updated_at } }: { recording: Recording }) {
  const { states, nameSpeakers } = library;
  if (state === "failed") return <span class="state wait">{states.failed}</span>;
  if (state !== "ready") return <span class="quiet">{states[state]}</span>;
  const unnamed = speakers.filter(({ name }) => name === null).length;
  if (unnamed > 0 && access !== "viewer") return <span class="state wait">{nameSpeakers(unnamed)}</span>;
  return <span class="quiet">{when(updated_at)}</span>;
}

function MenuActs({ recording, acts }: { recording: Recording; acts: RecordingActs }) {
  const { state, access, archived } = recording;
  const own = [recording];
  const mayChange = access !== "viewer";
  return (
    <>
      {(state === "failed" || state === "cancelled") && mayChange && (
        <MenuAct text={words.retry} onClick={() => acts.retry(recording)} />
      )}
      {mayChange && <MenuAct text={words.rename} onClick={() => acts.ask("rename", own)} />}
      {mayChange && <MenuAct text={words.tags} onClick={() => acts.ask("tags", own)} />}
      {access === "owner" && (
        <>
          <MenuAct text={words.move} onClick={() => acts.ask("move", own)} />
          <MenuAct text={words.share} onClick={() => acts.ask("share", own)} />
        </>
      )}
      {state === "ready" && <MenuAct text={words.export} onClick={() => acts.ask("export", own)} />}
      {access === "owner" && (
        <>
          <MenuAct
            text={archived ? words.fromArchive : words.toArchive}
            onClick={() => acts.archive(own, !archived)}
          />
          <hr />
          <MenuAct text={words.askDelete} onClick={() => acts.remove(own)} />
        </>
      )}
    </>
  );
}
