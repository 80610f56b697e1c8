/** Currencies and units of Chinese. */

/**
 * Signs as NeMo's inverse text normalization writes them (`data/money/currency_major-nano.tsv`); a sentence keeps the
 * word: `5000元`. Longer names first.
 */
export const CURRENCIES: readonly (readonly [name: string, sign: string])[] = [
  ["新加坡元", "SGD$"],
  ["新加坡币", "SGD$"],
  ["新西兰元", "NZD$"],
  ["新西蘭元", "NZD$"],
  ["加拿大元", "CAD$"],
  ["瑞士法郎", "Fr"],
  ["印度卢比", "₹"],
  ["印度卢布", "₹"],
  ["印度盧比", "₹"],
  ["人民币", "￥"],
  ["人民幣", "￥"],
  ["新台币", "TWDNT$"],
  ["新臺幣", "TWDNT$"],
  ["美元", "US$"],
  ["欧元", "€"],
  ["歐元", "€"],
  ["英镑", "£"],
  ["英鎊", "£"],
  ["加元", "CAD$"],
  ["加币", "CAD$"],
  ["加幣", "CAD$"],
  ["港元", "HKD$"],
  ["港币", "HKD$"],
  ["港幣", "HKD$"],
  ["韩元", "₩"],
  ["韓元", "₩"],
  ["日元", "JPY¥"],
  ["日圆", "JPY¥"],
  ["日圓", "JPY¥"],
  ["泰铢", "฿"],
  ["泰銖", "฿"],
  ["元", "￥"],
  ["圆", "￥"],
  ["圓", "￥"],
];

/** Tenths and hundredths of the currency, and how people call the yuan. */
export const PIECES = ["块钱", "塊錢", "块", "塊", "蚊"];
export const TENTHS = ["毛钱", "毛錢", "毛", "角"];
export const HUNDREDTHS = ["分钱", "分錢", "分"];

/** Before these also a single digit is written in figures. */
export const UNITS: readonly string[] = `
平方公里 平方千米 平方米 平方厘米 立方米 立方厘米 公里每小时 千米每小时 公里 千米 厘米 毫米 微米 纳米 分米 米 英里 英尺 英寸 海里
公斤 千克 毫克 微克 克 吨 噸 磅 盎司 公顷 亩 毫升 公升 升 摄氏度 攝氏度 华氏度 華氏度 度 千瓦时 千瓦 瓦 伏 安培 赫兹 兆赫 分贝
像素 字节 千字节 兆字节 吉字节 个小时 個小時 小时 小時 个钟头 個鐘頭 分钟 分鐘 秒钟 秒鐘 毫秒 秒 个月 個月 周年 週年 世纪 世紀
年代 岁 歲 倍 号楼 號樓 号线 號線 号 號 楼 樓 层 層
`
  .trim()
  .split(/\s+/u);
