/**
 * The words of a search stand in the fragment of the page's address, which browsers keep to themselves: proxies log
 * addresses, and the pages that requests come from.
 */
export function searchFragment(query: string): string {
  return query && `#${new URLSearchParams({ query })}`;
}

export function searchedFor(): string {
  return new URLSearchParams(location.hash.slice(1)).get("query") ?? "";
}
