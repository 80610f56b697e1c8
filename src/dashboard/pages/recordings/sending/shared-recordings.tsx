/** Recordings that another app shared with tiro: sent when the person says so, with the options below. */
import { sharedRecordings } from "../../../client/installed.ts";
import { shared as words } from "../../../messages/shared.ts";
import { Button, Icon } from "../../../parts/button.tsx";
import { setting } from "../../../state/signals.ts";
import { sendFiles } from "./upload-options.ts";

export function SharedRecordings() {
  const files = sharedRecordings.value;
  if (files.length === 0) return null;
  const letGo = setting(sharedRecordings, []);
  return (
    <section class="banner wait" aria-label={words.ready(files.length)}>
      <Icon name="file" />
      <div class="stack tight">
        <p>{words.ready(files.length)}</p>
        {files.map(({ name }) => (
          <p class="second" key={name}>
            {name}
          </p>
        ))}
        <div class="row">
          <Button
            look="small primary"
            text={words.send}
            onClick={() => {
              sendFiles(files);
              letGo();
            }}
          />
          <Button look="small" text={words.discard} onClick={letGo} />
        </div>
      </div>
    </section>
  );
}
