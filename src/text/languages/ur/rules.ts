/** Urdu. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const urdu = tableLanguage("ur", data as LanguageData, {
  percent: "فیصد/فی صد/پرسنٹ",
  money: {
    روپے: ["روپیہ/روپے/روپئے/روپیے", "پیسہ/پیسے"],
    "€": ["یورو", "سینٹ"],
    $: ["ڈالر/ڈالرز", "سینٹ"],
    "£": ["پاؤنڈ/پونڈ", "پینس"],
  },
  moneyLayout: "after",
  moneyAnd: "اور",
  units: "کلو کلوگرام, ڈگری سینٹی گریڈ/ڈگری سیلسیس °C",
  dates: ["D N Y = D N Y", "D N (سن) Y = D N Y", "D N = D N"],
  times: ["H بج_کر M منٹ = M"],
  address: "ایٹ/ایٹ_دی_ریٹ ڈاٹ/نقطہ ڈیش/ہائفن انڈرسکور/انڈر_سکور سلیش",
  domains: "pk",
  plus: "پلس/جمع",
  marks: {
    "،": "سکتہ/کاما",
    "۔": "ختمہ/فل سٹاپ/فل اسٹاپ",
    "؟": "سوالیہ نشان",
    "!": "فجائیہ نشان/ندائیہ نشان",
    ":": "رابطہ/کولن",
    "؛": "وقفہ/سیمی کولن",
    "(": "قوسین شروع/بریکٹ شروع",
    ")": "قوسین ختم/بریکٹ ختم",
    "-": "ہائفن",
    "/": "سلیش",
    "\n": "نئی لائن/نئی سطر",
    "\n\n": "نیا پیراگراف",
  },
  quotes: { open: "“", close: "”", opening: "واوین شروع", closing: "واوین ختم" },
  literal: "ایک ہر پہلا آخری مختصر کچھ رابطہ کا کے کی سے",
  questions: "کیا کون کس کسے کسی_نے کب کہاں کیوں کیسے کیسا کتنا کتنے کتنی کونسا کونسی",
});
