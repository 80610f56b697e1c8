/** The differences of two transcripts: runs between the segments that both have. */

interface Run<Segment> {
  replace: string[];
  after: string | null;
  with: Segment[];
}

export function differences<Segment extends { id: string }>(
  from: readonly Segment[],
  to: readonly Segment[],
  isSame: (one: Segment, other: Segment) => boolean = (one, other) => one === other,
): Run<Segment>[] {
  const places = new Map(to.map(({ id }, index) => [id, index]));
  const changes: Run<Segment>[] = [];
  let replace: string[] = [];
  let next = 0;
  const end = (place: number) => {
    if (replace.length > 0 || place > next) {
      const after = replace.length > 0 ? null : (to[next - 1]?.id ?? null);
      changes.push({ replace, after, with: to.slice(next, place) });
    }
    replace = [];
    next = place + 1;
  };
  for (const segment of from) {
    const place = places.get(segment.id);
    const other = place === undefined ? undefined : to[place];
    // One that moved before what was passed already is replaced, and comes again where it is now.
    if (place !== undefined && place >= next && other !== undefined && isSame(segment, other)) end(place);
    else replace.push(segment.id);
  }
  end(to.length);
  return changes;
}
