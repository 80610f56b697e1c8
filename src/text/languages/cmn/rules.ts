import type { LanguageRules } from "../../words/language-rules.ts";
import { spacedPhrases } from "../../words/split-words.ts";
import { scriptRules } from "../scripts.ts";
import { layout, opening, pause, stop, symbol } from "../shared/mark-kinds.ts";
import { readChinese } from "./read.ts";

/** Words that count, point at or set a mark: `一个逗号`, `把句号`, `加句号`. */
const SETS =
  /(?:[个個种種处處把将將连連为為]|这|這|那|这些|那些|所有|任何|某些|其他|所谓的|所謂的|只有|叫做?|称为|稱為|[变變改换換当當看写寫成]成了?|[当當]作|什么是|什麼是|讨论|討論|按|[画畫]上?了?(?:圆满的?|圓滿的?|个大大的|個大大的)?|[个個]小?大|[号號]比|[个個](?!.*是).{1,5}的|[很许許无無][多数數]|不少|[几幾][个個处處]|[打划劃标標留][上下]了?|[听聽叫念读讀]到|^[我你他她]们?的)$/u;
/** Verbs for it. */
const USES =
  /(?:[加缺删刪漏]|[加打用插补補输輸]上|[删刪去]掉了?|[删刪漏忘加打][了记記]|(?:省略|出现|出現|发现|發現)了?|可以看[见見到]|(?:不小心|故意)\S{1,3}了|插入|输入|輸入|打出|印着|印著|写着|寫著|(?:不|不要|不能|不会|不會|一般|要|应该|應該|来|去|请|請|别|別)用|^用)$/u;
/** If there is one. */
const EXISTS =
  /(?:[里裡上中间間边邊面后後前处處尾头頭末]|[这這那哪][里裡]|[该該还還只]|句子)[都还還也]?(?:[没沒]?有|是|不?需要)$|^[没沒]有$|[号號][而但却卻]?[没沒]?有$|[里裡](?:有没有|用)$|(?:[这這那它并並][不就]|[名字号號]|[这這那])是$/u;
/** Like a noun of the sentence: `句子里的逗号`; but `好的`, `是我写的` end a clause. */
const OWNED = /(?<!^[好对對是行]|[是会會挺].{0,5}|可以)的$|的小$/u;
/** Where it stands, what it is like, and what goes with it. */
const TOLD_OF =
  /^(?:的|了(?!不起|[结結解])|要(?=[写寫放加标標用变變改换換])|[变變改换換]成|[结結]尾|开头|開頭|[应應得]|必须|必須|有[点點]?[多少大小]|通常|混|都(?=[要应應是没沒写寫])|也(?=[要应應是没沒])|在|后面|後面|前面|之前|之后|之後|和|与|還是|还是空|表示|不对|不對|用错|用錯|写错|寫錯|错了|錯了|漏了|掉了|应该|應該|[吗嗎]$|[这這][个個][词詞字]|键|鍵|是否|是(?:多余|多餘|什么意思|什麼意思)|分隔|隔开|隔開|讨论|討論|比|更[好重]|不能[省少]|会改变|會改變|改变了|改變了|都很?重要|都要检查|也算|太[多少小大]|很[多少小大]|让|讓|然后保存|再打|机(?!器))/u;
/** Enough if a text has no other mark: a verb that lacks its object, an adjective; a verb or a place after it. */
const ALONE_BEHIND =
  /(?:^(?:有了|为什么|為什麼|说实话|說實話|如果|大概|以前|难道|難道|要不是|为了保险|也许|也許|可能|有时|有時|现在|現在|其实|其實|最后|最後)|出现|出現|丢了|[画畫挂掛闪閃亮藏写寫印][着著起]|代表|存在|只有|拉着|拉著|漏写了?|漏寫了?|(?<!是.{0,4})[色歪粗细細体體新旧舊大长長短]的|怎[么麼]写|怎[么麼]寫|第[一二三四五六七八九十两兩]个?|[显顯]示|[叫]|需要|[没沒]有|不是|必须是|必須是|不喜欢|不喜歡|喜[欢歡]|[用在把跟和与與]|普通的|最合适的是|最合適的是|亮起[黄黃红紅]色|是|[被从從像由比]|[满滿]是|剩下|看不[见見清]|后面跟着|後面跟著|要不要|[带帶]|擦掉了?|读到|讀到|[少多缺漏]了|充[满滿]了|粗体|粗體|(?:[写寫用打念读讀抄][错錯]|学会|學會|找到|看到|弄丢|弄丟|修改|[标標]|圈|抄|涂|塗)了|[不没沒][认認][识識]|[讲講]解?|解[释釋]|介[绍紹]|研究|强[调調]|注意|[练練][习習]|[讨討][厌厭]|[贴貼印][着著]|印了|分不清|害怕|忽[略视視]|理解|分清|[区區]分|[涂塗擦去删刪改]掉|[圈标標读讀念]出|[教学學问問找]|[写寫抄放]|[删刪]去|[夹夾][着著]|[还還]少|[总總]要有|很少有|[须須要该該应應]有|[红紅黄黃绿綠蓝藍黑白灰]色|[红紅黄黃绿綠]|一[连連]?[串堆排组組对對]|[谁誰].{0,2}[写寫用]|^[这這那]次|^(?!.*在).{1,8}[里裡上中]|[个個]大)$/u;
const ALONE_AHEAD =
  /^(?:[这這那]么|[这這那]麼|怎[么麼][样樣]?[打写寫读讀念用输輸]|跑到|一样|一樣|结束|結束|很?少[见見]|模糊|要停|[毁毀]了|改[变變]|是(?![的我你他她])|有(?:什[么麼]|意|作?用)|很(?![好高抱荣榮])|非常(?![感抱高荣榮好谢謝遗遺])|用[对對]|[别別]的都|[删刪]了|抄了|不(?:必|[见見]|在|是|[够夠]|清|同|一样|一樣|适|適|[应應]|该|該|需|可|存)|可以(?:省|去|放|表|用)|通常|往往|[总總]是|一般|常常|使|本身|之[类類]|以外|里|裡|旁|左|右|或|真的|代表|(?:会|會)(?![议議计計])|只会|只會|不可|打了|看不|消失|有什么|有什麼|跟|[灯燈]|位置|用法|是必|不存在|不能|号称|號稱)/u;
/** Words about writing. */
const WRITING =
  /空格|[键鍵][盘盤]|[标標][点點]|符[号號]|句子|[这這那]句|段落|[标標][题題]|引文|引[号號]|手稿|朗[读讀]|[词詞]典|招牌|[输輸]入法|[笔筆][画畫]|古文|[语語]法|拼[写寫]|[编編][辑輯]要求|校[对對]|[标標]志|密[码碼]的最后|作文|[数數]字之[间間]/u;
/** Of a line's or paragraph's break alone: what does not do it, how it is done, and what is done with a paragraph. */
const BREAKS =
  /(?:[按点點敲](?:一?下)?|[不别別没沒]|[不别別没沒][要会會能用]|怎[么麼样樣]|自[动動]|手[动動]|[键鍵]|[这這那哪][里裡儿兒]|[看读讀听聽讲講写寫改译譯]|段落|每[行段]|每一?次|[时時]候|[会會能]|就|可以|必[须須]|要|[需该該]|支[持援]|允[许許]|禁止|避免|忽略|插入|使用|遇到|[识識][别別]|[导導]致|^(?:[请請]|可以)?在.{1,8}[里裡上中下])$/u;
const NAMED = new RegExp([SETS, USES, EXISTS, OWNED].map(({ source }) => source).join("|"), "u");
const LAYOUT_ALONE_BEHIND = new RegExp(`${ALONE_BEHIND.source}|${BREAKS.source}`, "u");
const KEY =
  /^(?:[键鍵符写寫]|的|功能|太[快慢多少]|[从從]第|[讲讀读讲][的到述]?|[里裡]|中(?!国|國|午)|路|符号|符號)/u;

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
  ...opening("（", "左括号", "左括號", "前括号", "前括號"),
  ...pause("）", "右括号", "右括號", "后括号", "後括號"),
  // `括号附件二括号完`, `引号请勿入内引号`
  ...[
    ...opening("（", "括号", "括號"),
    ...pause("）", "括号完", "括號完", "反括号", "反括號"),
    ...opening("“", "引号", "引號"),
    ...pause("”", "引号", "引號", "引号完", "引號完"),
  ].map((mark) => ({ ...mark, paired: true })),
  ...opening("《", "左书名号", "左書名號"),
  ...pause("》", "右书名号", "右書名號"),
  ...symbol("——", "破折号", "破折號"),
  ...symbol("/", "斜杠", "斜線"),
  ...symbol("@", "艾特符号"),
].map((mark) => ({
  ...mark,
  spoken: [...mark.spoken].join(" "),
  literalBehind: NAMED,
  aloneBehind: mark.written.startsWith("\n") ? LAYOUT_ALONE_BEHIND : ALONE_BEHIND,
  ...(!mark.written.startsWith("\n") && { aloneAhead: ALONE_AHEAD }),
  ...(!/[”）《“（]/u.test(mark.written) && { literalAhead: mark.written.startsWith("\n") ? KEY : TOLD_OF }),
}));

export const CHINESE_CONJUNCTIONS = "和 与 與 跟 及 还是 還是".split(" ");

/** Words that ask in any position; characters are apart by spaces. */
const ASKS = [
  "哪 [里裡儿兒天位]|怎 [么麼] [办辦样樣说說看做写寫]|[几幾] [点點]|什 [么麼] [时時] [候间間]",
  "多 (?:少 [钱錢]|久|[远遠])|有 [没沒] 有|可 不 可 以|[谁誰](?!.*[谁誰])",
  ...["能", "[会會]", "要", "好", "行", "[对對]"].map((verb) => `${verb} 不 ${verb}`),
].join("|");
/** None asks with "know", "tell" or "in any case", or after "see", "ask" or "decide". */
const KNOWN = "知 道|告 [诉訴]|都|也|不 管|[无無] [论論]|[忘記记]";
const FINDS_OUT = "[问問](?! [号號])|[看查说說想]|[确確] [认認]|[决決] 定|[讨討] [论論]";
const QUESTIONS = new RegExp(`^(?!.*(?:${KNOWN}))(?!.*(?:${FINDS_OUT}).*(?:${ASKS}))(?=.*(?:${ASKS}))`, "u");

/** A clause of its own begins with these, and the main clause after "if", whose subject comes again. */
const NO_CLAUSE = "[^让讓请請给給跟和对對把被向比帮幫叫教为為诉訴说說道得认認]";
const CLAUSE_JOINTS = {
  "": ["[^不之是] (?:但 是|因 此|然 而|[而并並] 且|否 [则則]|所 以)", "[了好完到] [请請] (?![他她])"],
  "[虽雖尽儘]": ["[^不] 但"],
  "[如假若]": [
    `${NO_CLAUSE} [请請] `,
    `${NO_CLAUSE} [我你您他她] (?:[们們] )?(?:就|想|会|會|可 以|能|要|[将將]|[马馬] 上|再|先)`,
  ],
};

export const mandarin: LanguageRules = {
  ...scriptRules("cmn"),
  questions: QUESTIONS,
  questionStarts:
    "什么 什麼 怎么 怎麼 为什么 為什麼 哪里 哪裡 哪儿 哪个 哪個 谁 誰 几点 幾點 多少 是否 请问 請問 难道".split(
      " ",
    ),
  questionEnds: ["吗", "嗎", "呢", "是不是", "好不好", "对不对", "對不對"],
  marks: CHINESE_MARKS,
  conjunctions: CHINESE_CONJUNCTIONS,
  writing: WRITING,
  namedThen: new RegExp(`${TOLD_OF.source}|${ALONE_AHEAD.source}`, "u"),
  fillers: ["嗯", "呃", "唔"],
  keptFillers: spacedPhrases("嗯了 呃了 唔了 嗯一声 嗯一聲 呃逆 唔该 唔該 唔好 唔係 唔系"),
  clauses: { joints: CLAUSE_JOINTS },
  corrections: spacedPhrases(
    "应该说 應該說 哦不 不对不对 不對不對 不对应该是 不對應該是 说错了 說錯了 我是说 我是說 更正一下 不对不起 不對不起",
  ),
  apologies: spacedPhrases("不对 不對"),
  denials: spacedPhrases("不好意思 抱歉 不 不是 对不起 對不起 不等等 等等 等一下"),
  negations: spacedPhrases("不是"),
  sides: [["左"], ["右"]],
  listSteps: [..."一二三四五六七八九"].map((number) => ["第", number]),
  comma: "，",
  titlesBehind: "先生 女士 小姐 医生 醫生 老师 老師 经理 經理 主任 律师 律師".split(" "),
  read: readChinese,
};
