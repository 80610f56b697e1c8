export interface Page<Row> {
  data: Row[];
  next_cursor: string | null;
}

/** The next page with rows, or the last one: a search through much reads so much a call, and may find nothing in it. */
export async function nextPage<Answer extends Page<unknown>>(
  load: (place: { cursor?: string }) => Promise<Answer>,
  cursor: string | null,
): Promise<Answer> {
  let page = await load(cursor === null ? {} : { cursor });
  while (page.data.length === 0 && page.next_cursor !== null) page = await load({ cursor: page.next_cursor });
  return page;
}
