/** Where a dictation is opened: beside the history, which a search may narrow. */
export function sessionAddress(id: string, query = ""): string {
  return `/app/history?${new URLSearchParams({ ...(query && { query }), session: id })}`;
}
