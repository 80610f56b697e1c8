/** An Ogg file of pages without content (RFC 3533 §6): the decoder looks for audio in it for seconds. */
export function emptyOgg(pages: number): Buffer {
  const page = Buffer.alloc(28);
  page.write("OggS");
  page[26] = 1;
  const first = Buffer.from(page);
  first[5] = 2;
  return Buffer.concat([first, Buffer.alloc(page.length * pages, page)]);
}
