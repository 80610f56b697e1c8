/** Reports a new version by its number, until it is loaded. */
import { newVersion } from "../client/new-version.ts";
import { frame as words } from "../messages/frame.ts";
import { Button, Icon } from "./button.tsx";

export function NewVersion() {
  const version = newVersion.value;
  if (version === null) return null;
  return (
    <section class="banner" role="status">
      <Icon name="download" />
      <div class="stack tight">
        <p>
          <strong>{words.newVersionTitle(version)}</strong>
        </p>
        <p class="second">{words.newVersion}</p>
      </div>
      <Button look="small" text={words.reload} onClick={() => location.reload()} />
    </section>
  );
}
