import { expect, test } from "bun:test";
import { FileNames, fileNameOf } from "./file-names.ts";

test.each([
  ["Kick-off", "Kick-off.docx"],
  ["Kick-off.MP3", "Kick-off.docx"],
  ["v1.2", "v1.2.docx"],
  ["../../etc/passwd", "-..-etc-passwd.docx"],
  ["C:\\Windows\\x", "C--Windows-x.docx"],
  ["a\u0000b\nc\u202ed", "abcd.docx"],
  ["  ...  ", "recording.docx"],
  ["", "recording.docx"],
  ["con", "recording con.docx"],
  ['<b>&"|?*', "-b-&----.docx"],
  ["会議".repeat(80), `${"会議".repeat(40)}.docx`],
])("%p is saved as %p", (name, expected) => {
  expect(fileNameOf(name, "docx")).toBe(expected);
});

test("names that are alike are told apart", () => {
  const names = new FileNames();
  expect(["a", "A", "a.mp3", "b"].map((name) => names.next(name, "txt"))).toEqual([
    ...["a.txt", "A (2).txt", "a (3).txt", "b.txt"],
  ]);
});
