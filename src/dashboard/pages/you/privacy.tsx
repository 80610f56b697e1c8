/** Whether what the person dictates is kept, and who decided it. */
import { call, downloadAddress } from "../../client/api.ts";
import { you as words } from "../../messages/you.ts";
import { perform } from "../../parts/acts.tsx";
import { Link } from "../../parts/button.tsx";
import { Switch } from "../../parts/form.tsx";
import type { PersonProps } from "./name-and-pages.tsx";

export function Privacy({ person, onChanged }: PersonProps) {
  const change = (on: boolean) =>
    perform(() => call("PATCH /v1/me", { body: { privacy_mode: on } }), {
      done: on ? words.privacyOn : words.privacyOff,
      after: onChanged,
    });
  const decided = person.zero_retention
    ? words.zeroRetention
    : person.history_available
      ? null
      : words.noHistory;
  return (
    <section class="stack tight">
      <h2>{words.privacyTitle}</h2>
      {decided && <p class="second">{decided}</p>}
      <Switch
        name="privacy_mode"
        label={words.privacy}
        hint={words.privacyHint}
        checked={person.privacy_mode}
        onChange={(on) => void change(on)}
      />
      {person.history_available && (
        <p class="second">
          <Link text={words.exportAll} href={downloadAddress("/v1/me/export")} download />
          <br />
          {words.exportAllHint}
        </p>
      )}
    </section>
  );
}
