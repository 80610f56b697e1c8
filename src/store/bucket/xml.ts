/**
 * The few answers of S3 that are read, element by element from the left: no expression that goes back and forth, so that
 * an answer of any kind takes as long as it is.
 */
/** The text of the first element of the name; null if there is none. */
export function valueIn(xml: string, name: string): string | null {
  const [first] = elementsIn(xml, name);
  return first === undefined ? null : unescaped(first);
}

export function* elementsIn(xml: string, name: string): Generator<string> {
  const [open, close] = [`<${name}>`, `</${name}>`];
  for (let at = 0; ; ) {
    const begin = xml.indexOf(open, at);
    const end = begin < 0 ? -1 : xml.indexOf(close, begin);
    if (end < 0) return;
    yield xml.slice(begin + open.length, end);
    at = end + close.length;
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#(x?)([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, hex, digits, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = Number.parseInt(digits, hex === "x" ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
