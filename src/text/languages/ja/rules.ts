import type { LanguageRules, SpokenMark } from "../../words/language-rules.ts";
import { spacedPhrases } from "../../words/split-words.ts";
import { scriptRules } from "../scripts.ts";
import { layout, opening, pause, stop, symbol } from "../shared/mark-kinds.ts";
import { readJapanese } from "./read.ts";

/** No sentence begins with them: particles, and what says what something is. */
const PARTICLE =
  /^(?:[をへ]|は(?!い)|が(?!ん)|の(?![ちど])|に(?!ほ|ち)|も(?!\p{Script=Hiragana})|まで|です|でした|じゃな|だけ(?!ど)|か(?:分か|わか)|という(?!わけ|こと)|と(?![\p{Script=Hiragana}言思])|で(?!\p{Script=Hiragana}|電)|記号|キー(?![ボワ])|する(?!と)|すれば|した(?!が)|し(?:て|な[いけ]|ま[すせ])|され|させ|動作|位置|文字|コード|幅|処理)/u;
/** Its name begins with a number. */
const ELLIPSIS = /^三点リ/u;
/** Everyday words, which end a sentence after its verb alone. */
const NO_VERB = /(?<=.)(?<!です|ます|でした|ました|ません|ください|ですか|ますか|ましたか|ませんか)$/u;
const afterVerb = (mark: SpokenMark): SpokenMark => ({ ...mark, literalBehind: NO_VERB });
const POINTED_AT = /(?:この|その|あの|どの|(?:行|位置|途中|場所|ここ|そこ)[でに])$/u;

const closings = (...names: string[]) =>
  names.flatMap((name) => [...["閉じ", "閉じる", "とじ", "とじる"].map((end) => name + end), `閉じ${name}`]);
const openings = (...names: string[]) =>
  names.flatMap((name) => [
    name,
    ...["開き", "開く", "始め", "ひらき", "ひらく"].map((start) => name + start),
  ]);
const [ROUND, CORNER, DOUBLE, THICK] = [
  ["かっこ", "括弧", "丸かっこ", "丸括弧"],
  ["かぎかっこ", "鉤括弧", "かぎ括弧", "鍵かっこ", "鍵括弧", "カギかっこ"],
  ["二重かぎかっこ", "二重鉤括弧", "二重かぎ括弧", "二重カギかっこ"],
  ["すみつきかっこ", "隅付きかっこ", "墨付きかっこ", "隅付き括弧"],
];

export const japanese: LanguageRules = {
  ...scriptRules("ja"),
  questionStarts: "何 なぜ どうして どこ いつ 誰 だれ どの どれ どう どちら いくら いくつ".split(" "),
  notQuestions:
    /^(?:い つ [もかで]|ど う (?:[ぞも]|し て も)|何 [かとでもより卒度回]|な ぜ か|ど こ [かも]|[誰れ] [かも]|だ れ [かも]|ど [れの] (?:も|か )|ど ち ら [もか]|い く [らつ] [かも])/u,
  questionEnds: ["ですか", "ますか", "でしょうか", "ましたか", "ませんか", "のか", "かな"],
  marks: [
    ...pause("、", "読点", "とうてん", "コンマ", "カンマ"),
    ...pause("・", "中黒", "なかぐろ", "中点", "なかてん", "ナカグロ"),
    ...pause("：", "コロン"),
    ...pause("；", "セミコロン"),
    ...stop("。", "句点", "くてん", "ピリオド"),
    ...stop("。", "丸", "まる").map(afterVerb),
    ...stop("？", "はてな").map(afterVerb),
    ...stop("？", "疑問符", "クエスチョンマーク", "クエスチョン", "はてなマーク"),
    ...stop("！", "感嘆符", "ビックリマーク", "びっくりマーク"),
    ...stop("……", "三点リーダー"),
    ...layout("\n", "改行", "改行して", "行を変えて"),
    ...layout(
      "\n\n",
      "改段落",
      "新段落",
      "新しい段落",
      "段落を変えて",
      "段落を変える",
      "次の段落",
      "一行空けて",
      "一行空ける",
    ),
    ...opening("「", ...openings(...CORNER)),
    ...pause("」", ...closings(...CORNER)),
    ...opening("『", ...openings(...DOUBLE)),
    ...pause("』", ...closings(...DOUBLE)),
    ...opening("【", ...openings(...THICK)),
    ...pause("】", ...closings(...THICK)),
    ...opening("（", ...openings(...ROUND).filter((name) => !ROUND.includes(name))),
    ...opening("（", ...ROUND).map((mark) => ({ ...mark, paired: true })),
    ...pause("）", ...closings(...ROUND)),
    ...symbol("〜", "波線", "波ダッシュ"),
    ...symbol("/", "スラッシュ"),
    ...symbol("@", "アットマーク"),
    ...symbol("-", "ハイフン"),
  ].map((mark) => ({
    ...mark,
    spoken: [...mark.spoken].join(" "),
    literalBehind: mark.literalBehind ?? POINTED_AT,
    ...(!/[」）]/u.test(mark.written) && { literalAhead: PARTICLE }),
  })),
  fillers: spacedPhrases("えーと えーっと えっと あのー うーん んー まあその"),
  corrections: spacedPhrases(
    "いや違う いえ違います 間違えた 間違えました いや間違えた いや間違えました 訂正します 訂正 いやすみません いえすみません いや失礼 いえ失礼 いや失礼しました",
  ),
  apologies: spacedPhrases("いや いえ"),
  denials: spacedPhrases("すみません 失礼 失礼しました じゃなくて"),
  conjunctions: ["と", "や"],
  sides: [["左"], ["右"]],
  listLabels: [..."一二三四五六七八九"].map((number) => [number, "番"]),
  listSteps: [..."一二三四五六"].map((number) => [number, "つ", "目", "は"]),
  bareSteps: true,
  comma: "、",
  openings: [
    [
      /^(?:こんにちは|こんばんは|おはようございます|お疲れ様です|お疲れさまです|もしもし)(?!\p{P}|[がとのでけよねしか])/u,
      "、",
    ],
    [
      /^(?:(?:いつも|大変)*お世話になっております|お電話ありがとうございます)(?!\p{P}|[がとのでけよねしか])/u,
      "。",
    ],
  ],
  nameLine: /^[\p{Script=Han}\p{Script=Katakana}ー\d]{1,12}$/u,
  titlesBehind: "さん 様 さま 先生 部長 課長 社長 くん 君".split(" "),
  read: (words, at) => (ELLIPSIS.test(words.slice(at, at + 3).join("")) ? null : readJapanese(words, at)),
};
