/** Counters, units and currencies of Japanese. Before these also a single digit is written in figures. */

import { list } from "../shared/readers.ts";

export const UNITS = list(`
年間 年代 年生 世紀 ヶ月 か月 カ月 ヵ月 箇月 週間 時間 分間 秒間 日間 泊 円 銭 ドル ユーロ ポンド ウォン 元
キロメートル センチメートル ミリメートル メートル キログラム ミリグラム グラム キロワット ワット ボルト
ミリリットル リットル ヘクタール 平方メートル 立方メートル 平方キロメートル トン キロ センチ ミリ 度 倍
ギガバイト メガバイト バイト ピクセル ヘルツ インチ マイル フィート 人 個 枚 冊 階 歳 才 台 匹 件 名 回 号室
丁目 番地 番線 号線 号車 号 社 校 着 足 頭 羽 軒 話 巻 章 条 項 点 位 杯 本 度目 回目 人目 個目 年目 日目
`).sort((a, b) => b.length - a.length);

/** 一人, 一度, 一本: words of their own with 一; also 二人, 三本 and the like stay readable in figures. */
export const ONE_IN_WORDS = new Set(
  list("人 度 番 位 部 本 杯 件 回 台 校 社 足 着 話 頭 項 条 名 号 章 点 階 元 個"),
);

/**
 * Words that begin with a numeral: names, adverbs and the like. 十分 is handled by `dates.ts`, 一日 and 一月 are
 * read as dates.
 */
export const WORDS = list(`
百貨 百姓 百科 百合 百円ショップ 千葉 千代 千歳 千円札 八百屋 八百長 四万十 八千代 三重 四国 九州 十字 十分
五十嵐 五十音 十八番 七十二候 万一 三千里 一十 百人一首 千手 千里 百戦 千羽 百万遍 十勝 十和田 四十肩 五十肩 三千院 千一夜
`);

/** Words that look like dates and ordinals too. */
export const FIXED = list(
  "第三者 第六感 二日酔 三日月 三日坊主 一日中 五月雨 五月蠅 七夕 七五三 一年中 " +
    "第一生命 第一三共 第一興商 第一勧業 第一法規 第一人者 第一線 第一歩 第一声 第一印象 第一発見者 第三国 第三セクター",
);
