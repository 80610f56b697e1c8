import { expect, test } from "bun:test";
import { columnsOf } from "./columns.ts";

test.each([
  "it was the best of times",
  "déjà vu, naïve, Ærøskøbing",
  "e\u0301 combining",
  "今天天气很好，我们一起去公园散步吧。",
  "これは「テスト」です！",
  "한국어 자막입니다",
  "ภาษาไทย",
  "ｆｕｌｌ ｗｉｄｔｈ",
  "Привет, мир — «да»",
  "🎉 party",
  "",
])("%s takes the columns that a terminal gives it", (text) => {
  expect(columnsOf(text)).toBe(Bun.stringWidth(text));
});
