import type { LanguageRules } from "../../words/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { layout, opening, pause, stop, symbol, toldFrom } from "../shared/mark-kinds.ts";
import { readArabic } from "./read.ts";

export const arabic: LanguageRules = {
  ...scriptRules("ar"),
  questionStarts: "هل ماذا لماذا متى أين اين كيف كم أي أليس".split(" "),
  marks: toldFrom(
    {
      after:
        "كل أي وضع بين مع بدون دون بلا من عن إلى على في عند بسبب بفارق توجد ليست كانت تلك هذه نفس كتابة إضافة حذف رأيت رسم لحظة مباراة",
      before:
        "منقوطة واحدة أخرى زائدة ناقصة صغيرة كبيرة مهمة مكتوبة حمراء تحول ماء البداية التفتيش النهاية النظر",
      first: /^(?:هذه|هذا|تلك|ذلك|آخر|أول|هناك|كلمة|ما معنى|هذه مباراة)$/u,
    },
    ...pause("،", "فاصلة", "فاصله"),
    ...pause("؛", "فاصلة منقوطة"),
    ...pause(":", "نقطتان", "نقطتين", "نقطتان رأسيتان"),
    ...stop(".", "نقطة", "نقطه"),
    ...stop("؟", "علامة استفهام", "علامة سؤال"),
    ...stop("!", "علامة تعجب"),
    ...layout("\n", "سطر جديد", "سطر جديدة"),
    ...layout("\n\n", "فقرة جديدة"),
    ...opening("«", "افتح علامة اقتباس", "افتح اقتباس"),
    ...pause("»", "أغلق علامة اقتباس", "أغلق اقتباس"),
    ...opening("(", "افتح قوس"),
    ...pause(")", "أغلق قوس"),
    ...symbol("/", "شرطة مائلة"),
  ),
  fillers: ["امم", "اممم", "آآ", "إممم"],
  corrections: ["لا عفوا", "أقصد", "أعني", "عفوا أقصد", "تصحيح"],
  read: readArabic,
};
