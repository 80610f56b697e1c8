import type { LanguageRules } from "../../words/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { layout, opening, pause, stop, symbol, toldFrom } from "../shared/mark-kinds.ts";
import { readKorean } from "./read.ts";

/** A noun with its particle and an adjective before a noun end no clause. */
const ALONE = {
  aloneBehind:
    /(?:^|\p{L})(?:에|에서|에는|에도|의|은|는|이|가|을|를|와|과|도|까지|부터|에게|르면|없이)$|[간얀운란진된한난인던큰른든낸본쓴](?:$)/u,
  aloneAhead:
    /^(?:안 )?(?:쓰|쓸|써|찍|넣|빼|뺀|지우|지운|지워|빠뜨|빠졌|사라|나타|그려|그린|떼|많|적|필요|거슬|깜박|남|보이|보입|바꾸|바뀌|가 |앞에|뒤에|대신|어디|때문|하나|두 개|없|있)/u,
};
/** Words about writing. */
const WRITING =
  /(?:^| )(?:문장|단어|글자|낱말|띄어쓰기|공백|자판|키보드|문단|철자|맞춤법|문법|구두점|부호|기호|교정|편집|받아쓰기|따옴표|괄호|제목|간판|칠판|복수형|사전|인용|원고|규칙)/u;

export const korean: LanguageRules = {
  ...scriptRules("ko"),
  questionStarts: "무엇 뭐 뭘 왜 어디 어디서 언제 누가 누구 어떻게 어떤 어느 몇 얼마나 얼마 혹시".split(" "),
  questionEnds: [
    "습니까",
    "입니까",
    "합니까",
    "인가요",
    "은가요",
    "었나요",
    "았나요",
    "했나요",
    "있나요",
    "하나요",
    "되나요",
    "까요",
    "을까",
    "할까",
    "는지요",
  ],
  marks: toldFrom(
    {
      after:
        "이 내 제 우리 모든 어떤 어느 무슨 다른 같은 작은 큰 새로운 마지막 번째 여러분의 나의 너의 우리의 한 첫",
      before:
        "하나 하나가 하나면 하나를 기호 기호가 기호를 키를 사용법 사용법을 때문에 개수 개수를 없이 없어요 없습니다 있어요 있습니다 있었습니다 있습니까 있다 있는 투성이다 필요합니까 필요합니다 필요해요 뜻을 위치가 위치를 쓰는 찍는 같은 같아요 다음에 뒤에 앞에 또 더 사람이",
      first: /^(?:그|저|두|세)$/u,
      alone: ALONE,
    },
    ...pause(",", "쉼표", "콤마"),
    ...pause(";", "세미콜론", "쌍반점"),
    ...pause(":", "콜론", "쌍점"),
    ...stop(".", "마침표", "온점"),
    ...stop("?", "물음표"),
    ...stop("!", "느낌표"),
    ...stop("…", "말줄임표", "줄임표"),
    ...layout("\n", "줄바꿈", "줄 바꿈", "새 줄", "다음 줄"),
    ...layout("\n\n", "새 문단", "문단 바꿈", "다음 문단"),
    ...opening('"', "큰따옴표 열기", "따옴표 열기"),
    ...pause('"', "큰따옴표 닫기", "따옴표 닫기"),
    ...opening("(", "괄호 열기"),
    ...pause(")", "괄호 닫기"),
    ...symbol("/", "슬래시"),
    ...symbol("@", "골뱅이"),
  ),
  writing: WRITING,
  namedThen: ALONE.aloneAhead,
  fillers: ["음", "어", "으음"],
  corrections: ["아니 그게 아니라", "아니 잠깐", "정정하면", "정정합니다"],
  read: readKorean,
};
