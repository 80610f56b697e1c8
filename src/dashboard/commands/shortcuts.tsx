/** Every shortcut, and the switch for those of a single key. */
import { commands as words } from "../messages/commands.ts";
import { Dialog } from "../parts/acts.tsx";
import { Switch } from "../parts/form.tsx";
import { setting } from "../state/signals.ts";
import { hasSingleKeys, opened, setSingleKeys } from "./opened.ts";

export default function Shortcuts() {
  const { shortcuts, shortcutGroups, keys, control, escapeKey, space, singleKeys, singleKeysHint } = words;
  const groups: [title: string, lines: [keys: string[], does: string][]][] = [
    [
      shortcutGroups.everywhere,
      [
        [[control, "K"], keys.palette],
        [["?"], keys.help],
        [[escapeKey], keys.close],
      ],
    ],
    [
      shortcutGroups.dictate,
      [
        [[space], keys.hold],
        [[escapeKey], keys.discard],
      ],
    ],
  ];
  return (
    <Dialog title={shortcuts} onClose={setting(opened, null)}>
      {groups.map(([title, lines]) => (
        <section class="stack tight" key={title}>
          <h3>{title}</h3>
          <dl class="shortcuts">
            {lines.map(([pressed, does]) => (
              <div key={does}>
                <dt>
                  {pressed.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        name="single_keys"
        label={singleKeys}
        hint={singleKeysHint}
        checked={hasSingleKeys.value}
        onChange={setSingleKeys}
      />
    </Dialog>
  );
}
