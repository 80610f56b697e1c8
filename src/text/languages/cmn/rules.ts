import type { LanguageRules } from "../../words/language-rules.ts";
import { spacedPhrases } from "../../words/split-words.ts";
import { scriptRules } from "../scripts.ts";
import { layout, opening, pause, stop, symbol } from "../shared/mark-kinds.ts";
import { readChinese } from "./read.ts";

/** A measure word, or what one does with a mark: `一个逗号`, `加句号`. */
const COUNTED_OR_SET =
  /(?:[个個]|这|這|那|[加缺删刪]|[加打用]上|[删刪去]掉|[删刪去]掉了|加了|打了|叫做|称为|稱為|只有|讨论|討論|按|[画畫]上?了?(?:圆满的?|圓滿的?)?|[里裡]有|^[我你他她]们?的)$/u;
/** Where it stands, what it is like, and what goes with it. */
const TOLD_OF =
  /^(?:的|在|后面|後面|前面|之前|之后|之後|和|与|表示|不对|不對|用错|用錯|应该|應該|[吗嗎]$|[这這][个個][词詞字]|键|鍵|是否|分隔|隔开|隔開|讨论|討論|比|机)/u;
const KEY = /^[键鍵]/u;

/** Both ways of writing, as recognizers give either. */
export const CHINESE_MARKS: LanguageRules["marks"] = [
  ...pause("，", "逗号", "逗號"),
  ...pause("、", "顿号", "頓號"),
  ...pause("；", "分号", "分號"),
  ...pause("：", "冒号", "冒號"),
  ...stop("。", "句号", "句號"),
  ...stop("？", "问号", "問號"),
  ...stop("！", "感叹号", "感嘆號", "叹号", "惊叹号", "驚嘆號"),
  ...stop("……", "省略号", "省略號"),
  ...layout("\n", "换行", "換行", "另起一行"),
  ...layout("\n\n", "新段落", "另起一段", "下一段"),
  ...opening("“", "左引号", "左引號", "前引号", "前引號"),
  ...pause("”", "右引号", "右引號", "后引号", "後引號"),
  ...opening("（", "左括号", "左括號"),
  ...pause("）", "右括号", "右括號"),
  ...opening("《", "左书名号", "左書名號"),
  ...pause("》", "右书名号", "右書名號"),
  ...symbol("——", "破折号", "破折號"),
  ...symbol("/", "斜杠", "斜線"),
  ...symbol("@", "艾特符号"),
].map((mark) => ({
  ...mark,
  spoken: [...mark.spoken].join(" "),
  literalBehind: COUNTED_OR_SET,
  ...(!/[”）《“（]/u.test(mark.written) && { literalAhead: mark.written.startsWith("\n") ? KEY : TOLD_OF }),
}));

export const mandarin: LanguageRules = {
  ...scriptRules("cmn"),
  questionStarts:
    "什么 什麼 怎么 怎麼 为什么 為什麼 哪里 哪裡 哪儿 哪个 哪個 谁 誰 几点 幾點 多少 是否 请问 請問 难道".split(
      " ",
    ),
  questionEnds: ["吗", "嗎", "呢", "是不是", "好不好", "对不对", "對不對"],
  marks: CHINESE_MARKS,
  fillers: ["嗯", "呃", "唔"],
  corrections: spacedPhrases(
    "不对不对 不對不對 不对应该是 不對應該是 说错了 說錯了 我是说 我是說 更正一下 不对不起 不對不起",
  ),
  apologies: spacedPhrases("不对 不對"),
  read: readChinese,
};
