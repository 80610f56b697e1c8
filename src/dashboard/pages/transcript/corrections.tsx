/** Repeated corrections, here and elsewhere: one press applies them always. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { call } from "../../client/api.ts";
import { useResource } from "../../state/resource.ts";
import { Suggestions } from "../words/suggestions.tsx";
import type { Workspace } from "./workspace.ts";

/** Not after every word: the server looks through the newest texts for it. */
const LOOK_EVERY_MS = 30_000;

export function Corrections({ at }: { at: Workspace }) {
  const looks = useSignal(0);
  const lookedMs = useRef(performance.now());
  const isSaved = at.saver.state.value === "saved";
  const own = useResource((signal) => call("GET /v1/customizations", { signal }), [looks.value]);
  useEffect(() => {
    if (!isSaved || performance.now() - lookedMs.current < LOOK_EVERY_MS) return;
    lookedMs.current = performance.now();
    looks.value++;
  }, [isSaved]);
  if (own.data.value === null) return null;
  return (
    <Suggestions
      key={looks.value}
      revision={own.data.value.revision}
      recording={at.recording.value.id}
      onChange={async (...operations) => {
        own.data.value = await call("PATCH /v1/customizations", { body: { operations } });
      }}
    />
  );
}
