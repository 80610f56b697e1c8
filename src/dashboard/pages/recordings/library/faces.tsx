/** With whom something is shared, by their initials. */
import type { Schemas } from "../../../client/api.ts";
import { library as words } from "../../../messages/library.ts";
import { initialsOf } from "../../../state/me.ts";

const SHOWN = 3;

export function Faces({
  shared_with: people,
  shared_count: count,
}: Pick<Schemas["Recording"], "shared_with" | "shared_count">) {
  if (count === 0) return <span class="quiet">{words.onlyYou}</span>;
  const shown = people.slice(0, SHOWN);
  const names = shown.map(({ name }) => name).join(", ");
  const more = count - shown.length;
  return (
    <span class="faces" role="img" aria-label={more > 0 ? words.others(names, more) : names}>
      {shown.map(({ user_id, name }) => (
        <span key={user_id} class="face small" title={name}>
          {initialsOf(name)}
        </span>
      ))}
      {more > 0 && <span class="more">+ {more}</span>}
    </span>
  );
}
