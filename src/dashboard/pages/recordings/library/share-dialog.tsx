/** With whom recordings, or a folder of them, are shared, and what each may do. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Answer, call, type Schemas } from "../../../client/api.ts";
import { asFault } from "../../../client/fault.ts";
import { libraryActs as words } from "../../../messages/library-acts.ts";
import { Dialog, toast, toastFault } from "../../../parts/acts.tsx";
import { Button } from "../../../parts/button.tsx";
import { Choice, optionsOf } from "../../../parts/choice.tsx";
import { useResource } from "../../../state/resource.ts";
import { fieldInto } from "../../../state/signals.ts";

type Share = Schemas["Recording"]["shared_with"][number];
type Person = Answer<"POST /v1/recordings/people/search">["data"][number];
type Role = Share["role"];

const TYPING_MS = 250;

/** The shared things: recordings, or one folder. */
export interface Shareable {
  kind: "recording" | "folder";
  ids: readonly string[];
  name: string;
}

export interface ShareDialogProps {
  of: Shareable;
  onDone: () => void;
  onClose: () => void;
}

/** Of one thing its shares are shown; of several those that all of them get. */
export function ShareDialog({ of, onDone, onClose }: ShareDialogProps) {
  const before = useResource((signal) => sharesOf(of, signal), [of]);
  const changes = useSignal<ReadonlyMap<string, Role | "none">>(new Map());
  const added = useSignal<readonly Share[]>([]);
  const isBusy = useSignal(false);
  const set = (userId: string, role: Role | "none") => {
    changes.value = new Map([...changes.value, [userId, role]]);
  };
  const people = [...(before.data.value ?? []), ...added.value];
  const add = ({ user_id, name: own, email }: Person) => {
    const name = own ?? email;
    if (!people.some((each) => each.user_id === user_id))
      added.value = [...added.value, { user_id, name, role: "viewer" }];
    set(user_id, "viewer");
  };
  const save = async () => {
    isBusy.value = true;
    try {
      for (const [userId, role] of changes.value)
        for (const id of of.ids) await setRole(of, id, userId, role);
      if (changes.value.size > 0 && of.kind === "recording") toast(words.shared(of.ids.length));
      onDone();
      onClose();
    } catch (error) {
      toastFault(error);
      isBusy.value = false;
    }
  };
  const act = {
    text: words.share,
    disabled: isBusy.value || changes.value.size === 0,
    onClick: save,
  };
  return (
    <Dialog title={words.shareTitle(of.ids.length, of.name)} onClose={onClose} act={act}>
      <div class="stack">
        <FindPerson onFound={add} />
        <ul class="ledger">
          {people.map(({ user_id, name, role }) => (
            <Person
              key={user_id}
              name={name}
              role={changes.value.get(user_id) ?? role}
              onChange={(chosen) => set(user_id, chosen)}
            />
          ))}
        </ul>
        <p class="quiet small">{words.shareFoot}</p>
      </div>
    </Dialog>
  );
}

interface PersonProps {
  name: string;
  role: Role | "none";
  onChange: (role: Role | "none") => void;
}

function Person({ name, role, onChange }: PersonProps) {
  return (
    <li>
      <span class="title">{name}</span>
      <Choice label={words.mayDo(name)} options={optionsOf(words.roles)} value={role} onChange={onChange} />
    </li>
  );
}

function FindPerson({ onFound }: { onFound: (person: Person) => void }) {
  const typed = useSignal("");
  const found = useSignal<readonly Person[] | null>(null);
  useEffect(() => {
    const query = typed.value.trim();
    if (query === "") {
      found.value = null;
      return;
    }
    const gone = new AbortController();
    const timer = setTimeout(async () => {
      try {
        found.value = (
          await call("POST /v1/recordings/people/search", { body: { query }, signal: gone.signal })
        ).data;
      } catch (error) {
        if (!gone.signal.aborted) toastFault(asFault(error));
      }
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [typed.value]);
  return (
    <div class="field">
      <label for="share-with">{words.shareWith}</label>
      <input
        class="input"
        id="share-with"
        type="search"
        autocomplete="off"
        aria-describedby="share-hint"
        value={typed.value}
        onInput={fieldInto(typed)}
      />
      <p class="hint" id="share-hint" role="status">
        {found.value?.length === 0 ? words.nobodyFound : words.shareHint}
      </p>
      {found.value !== null && found.value.length > 0 && (
        <div class="row">
          {found.value.map((person) => (
            <Button
              key={person.user_id}
              look="small"
              icon="plus"
              text={person.name ?? person.email}
              onClick={() => {
                typed.value = "";
                onFound(person);
              }}
            />
          ))}
        </div>
      )}
    </div>
  );
}

async function sharesOf(
  { kind, ids: [id = "", ...others] }: Shareable,
  signal: AbortSignal,
): Promise<Share[]> {
  if (others.length > 0) return [];
  const { data } =
    kind === "folder"
      ? await call("GET /v1/recordings/folders/{folder}/shares", { path: { folder: id }, signal })
      : await call("GET /v1/recordings/{recording}/shares", { path: { recording: id }, signal });
  return data;
}

async function setRole({ kind }: Shareable, id: string, user: string, role: Role | "none"): Promise<void> {
  if (kind === "folder") {
    const path = { folder: id, user };
    if (role === "none") await call("DELETE /v1/recordings/folders/{folder}/shares/{user}", { path });
    else await call("PUT /v1/recordings/folders/{folder}/shares/{user}", { path, body: { role } });
  } else {
    const path = { recording: id, user };
    if (role === "none") await call("DELETE /v1/recordings/{recording}/shares/{user}", { path });
    else await call("PUT /v1/recordings/{recording}/shares/{user}", { path, body: { role } });
  }
}
