/** The differences of two transcripts: runs between the segments that both have. */

interface Run<Segment> {
  replace: string[];
  after: string | null;
  with: Segment[];
}

/** Applied one after another, they make `to` of `from`. */
export function differences<Segment extends { id: string }>(
  from: readonly Segment[],
  to: readonly Segment[],
  isSame: (one: Segment, other: Segment) => boolean = (one, other) => one === other,
): Run<Segment>[] {
  const places = new Map(to.map(({ id }, index) => [id, index]));
  const runs: Run<Segment>[] = [];
  let replace: string[] = [];
  let next = 0;
  const end = (place: number) => {
    if (replace.length > 0 || place > next)
      runs.push({ replace, after: to[next - 1]?.id ?? null, with: to.slice(next, place) });
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
  // One that comes again before its old place could not: it would be there twice.
  if (comesBeforeItGoes(runs)) {
    const going = runs.filter(({ replace }) => replace.length > 0);
    const coming = runs.filter((run) => run.with.length > 0);
    return [
      ...going.map(({ replace }) => ({ replace, after: null, with: [] })),
      ...coming.map((run) => ({ ...run, replace: [] })),
    ];
  }
  return runs.map((run) => (run.replace.length > 0 ? { ...run, after: null } : run));
}

function comesBeforeItGoes(runs: readonly Run<{ id: string }>[]): boolean {
  const goLater = new Set<string>();
  return runs.toReversed().some((run) => {
    if (run.with.some(({ id }) => goLater.has(id))) return true;
    for (const id of run.replace) goLater.add(id);
    return false;
  });
}
