import { expect, test } from "bun:test";
import fc from "fast-check";
import { TiroError } from "../lib/errors.ts";
import { decodeText, MultipartParser, type PartHead } from "./multipart-parser.ts";

interface Part extends Partial<PartHead> {
  content: string;
}

/** The parts of a body with the boundary `b` that comes in blocks of these lengths, in turn; the fault's message instead. */
function partsOf(body: string, lengths: readonly number[] = [body.length]): Part[] | string {
  const parts: Part[] = [];
  const open = ({ name, fileName, type, charset }: PartHead) => {
    const read: Buffer[] = [];
    return {
      data: (bytes: Buffer) => void read.push(bytes),
      end: () => {
        const content = decodeText(Buffer.concat(read), charset);
        parts.push({ name, ...(fileName !== undefined && { fileName }), type, content });
      },
    };
  };
  const parser = new MultipartParser({ boundary: "b", maxHeadBytes: 200, open });
  const bytes = Buffer.from(body, "latin1");
  try {
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const length = lengths[turn % lengths.length] ?? 1;
      parser.push(bytes.subarray(at, at + length));
      at += length;
    }
    parser.end();
    return parts;
  } catch (error) {
    if (error instanceof TiroError) return error.message;
    throw error;
  }
}

const part = (head: string, content = "x") => `--b\r\n${head}\r\n\r\n${content}\r\n--b--`;
const field = (parameters: string, content = "x") =>
  part(`Content-Disposition: form-data; ${parameters}`, content);

const READ: [what: string, body: string, parts: Part[]][] = [
  ["no parts", "--b--", []],
  [
    "text around the parts",
    `before\r\n${field("name=a")}\r\nafter\r\n--b\r\n`,
    [{ name: "a", content: "x" }],
  ],
  [
    "blanks behind the boundary",
    field("name=a").replace("--b\r\n", "--b \t\r\n"),
    [{ name: "a", content: "x" }],
  ],
  ["an empty part", field("name=a", ""), [{ name: "a", content: "" }]],
  [
    "half a boundary in the content",
    field("name=a", "\r\n--\r\n-\r\r\n--B"),
    [{ name: "a", content: "\r\n--\r\n-\r\r\n--B" }],
  ],
  [
    "quoted names",
    field('name="a;b=\\"c\\\\"; filename="d\\e.wav"'),
    [{ name: 'a;b="c\\', fileName: "e.wav", content: "x" }],
  ],
  ["a quote that is not closed", field('name="a; filename=b'), [{ name: "a; filename=b", content: "x" }]],
  ["a name in UTF-8", field('name="caf\u00c3\u00a9"'), [{ name: "café", content: "x" }]],
  [
    "a name by RFC 8187",
    field("name*=utf-8'en'caf%C3%A9; filename*=iso-8859-1''%e9.wav"),
    [{ name: "café", fileName: "é.wav", content: "x" }],
  ],
  [
    "folders in a file's name",
    field('name=a; filename="/etc/../passwd"'),
    [{ name: "a", fileName: "passwd", content: "x" }],
  ],
  [
    "a file's name that is a folder",
    field('name=a; filename=".."'),
    [{ name: "a", fileName: "", content: "x" }],
  ],
  [
    "a head in two lines",
    part("content-disposition: FORM-DATA;\r\n name=a\r\nX: y"),
    [{ name: "a", content: "x" }],
  ],
  ["no name", field("x=y"), [{ name: undefined, content: "x" }]],
  [
    "another charset",
    part("Content-Disposition: form-data; name=a\r\nContent-Type: Text/Plain; charset=utf-16le", "h\0i\0"),
    [{ name: "a", content: "hi" }],
  ],
  [
    "an unknown charset",
    part('Content-Disposition: form-data; name=a\r\nContent-Type: text/plain; charset="no"'),
    [{ name: "a", content: "x" }],
  ],
  [
    "a type",
    part("Content-Disposition: form-data; name=a\r\nContent-Type: Audio/WAV"),
    [{ name: "a", type: "audio/wav", content: "x" }],
  ],
];

test.each(READ)("%s", (_, body, parts) => {
  expect(partsOf(body)).toEqual(parts.map((each) => ({ type: "text/plain", ...each })));
});

const HEAD = "The headers of a part cannot be read";
const BODY = "The multipart body is malformed or ends early";

test.each([
  ["nothing", "", BODY],
  ["no boundary", "x", BODY],
  ["an end in the boundary", "--b-", BODY],
  ["an end in the content", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--", BODY],
  ["another boundary that begins alike", field("name=a").replace("--b\r", "--bc\r"), BODY],
  ["a line without end behind the boundary", `--b${" ".repeat(300)}`, BODY],
  ["an end in the head", "--b\r\nContent-Disposition: form-data; name=a\r\n--b--", BODY],
  ["no head", "--b\r\n\r\nx\r\n--b--", HEAD],
  ["no colon", part("Content-Disposition form-data; name=a"), HEAD],
  ["a line break alone in the head", field("name=a\nb"), HEAD],
  ["a line break in a name", field("name*=utf-8''a%0Ab"), HEAD],
  ["another disposition", part("Content-Disposition: attachment; name=a"), HEAD],
  ["too long a head", field(`name=${"a".repeat(200)}`), HEAD],
])("refused: %s", (_, body, message) => {
  expect(partsOf(body)).toStartWith(message);
  expect(partsOf(body, [1])).toStartWith(message);
});

test("blocks may end anywhere", () => {
  const content = fc.array(fc.constantFrom("\r", "\n", "\r\n", "-", "--", "--b", "b", "x"), {
    maxLength: 20,
  });
  const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
  const property = fc.property(content, lengths, (pieces, cut) => {
    const text = pieces.join("");
    fc.pre(!text.includes("\r\n--b"));
    const body = `${field("name=a", text)}\r\n`;
    expect(partsOf(body)).toMatchObject([{ content: text }]);
    expect(partsOf(body, cut)).toEqual(partsOf(body));
  });
  fc.assert(property, { numRuns: 2_000 });
});

test("a head full of quotes is looked at once", () => {
  const head = `Content-Disposition: form-data; ${';a="\\;'.repeat(100_000)}`;
  let heard: PartHead | undefined;
  const open = (each: PartHead) => {
    heard = each;
    return { data: () => {}, end: () => {} };
  };
  const parser = new MultipartParser({ boundary: "b", maxHeadBytes: 1_000_000, open });
  parser.push(Buffer.from(part(head)));
  expect(heard).toMatchObject({ type: "text/plain" });
});
