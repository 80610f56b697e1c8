/** Reports a new version by its number, until it is loaded. */
import { newVersion } from "../client/new-version.ts";
import { frame } from "../messages/frame.ts";
import { Button } from "./button.tsx";
import { Icon } from "./drawing.tsx";

export function NewVersion() {
  const version = newVersion.value;
  if (version === null) return null;
  const { newVersionTitle, newVersion: text, reload } = frame();
  return (
    <section class="banner" role="status">
      <Icon name="download" />
      <div class="stack tight">
        <p>
          <strong>{newVersionTitle(version)}</strong>
        </p>
        <p class="second">{text}</p>
      </div>
      <Button look="small" text={reload} onClick={() => location.reload()} />
    </section>
  );
}
