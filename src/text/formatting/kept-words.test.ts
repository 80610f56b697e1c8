import { expect, test } from "bun:test";
import { formatDictation } from "./format-dictation.ts";

test.each([
  ["de", "um acht uhr eine besprechung", "Um 8 Uhr eine Besprechung."],
  ["de", "ab sechs uhr einer von uns", "Ab 6 Uhr einer von uns."],
  ["nl", "om negen uur een vergadering", "Om 9 uur een vergadering."],
  ["fr", "à neuf heures une réunion", "À 9 h une réunion."],
  ["fr", "à midi une collègue arrive", "À midi une collègue arrive."],
  ["en", "pages ten twelve and fourteen", "Pages ten twelve and 14."],
  ["cmn", "九点一个会", "9点一个会。"],
  ["cmn", "版本三点二点一", "版本3.2.1。"],
  ["ja", "バージョン三点二点一", "バージョン3.2.1。"],
  ["cmn", "他呃了一声", "他呃了一声。"],
  ["en", "cut and slash prices now", "Cut and slash prices now."],
  ["en", "we stayed the full period", "We stayed the full period."],
  ["en", "dr um will see you now", "Dr. Um will see you now."],
])("%s: words and numbers stay what was said: %s", (language, said, written) => {
  expect(formatDictation(said, { language }).replaceAll("\u00a0", " ")).toBe(written);
});

test.each([
  ["pl", "w tysiąc dziewięćset dziewięćdziesiątym dziewiątym roku", "W 1999 roku."],
  ["pl", "w dwa tysiące piątym roku", "W 2005 roku."],
  ["de", "wir brauchten einen tag um das leck zu finden", "Wir brauchten einen Tag, um das Leck zu finden."],
  ["de", "er versprach um acht zu kommen", "Er versprach um acht zu kommen."],
  ["de", "ich danke ihnen für ihre nachricht", "Ich danke Ihnen für Ihre Nachricht."],
  ["de", "ich habe frau kurz ihre akte gegeben", "Ich habe Frau Kurz ihre Akte gegeben."],
  ["it", "temperatura trentotto e mezzo", "Temperatura 38,5."],
  ["cmn", "我们在哪里见面", "我们在哪里见面？"],
  ["cmn", "我不知道他在哪里", "我不知道他在哪里。"],
])("%s: years, commas and forms of address: %s", (language, said, written) => {
  expect(formatDictation(said, { language })).toBe(written);
});
