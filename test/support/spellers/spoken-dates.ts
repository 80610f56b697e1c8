/**
 * A date and an amount as they are said and written: `{d}` day and `{o}` day as an ordinal, `{n}` month, `{y}` year and `{p}`
 * year as an ordinal; `{a}` amount and `{c}` hundredths.
 */
export interface SpokenForms {
  /** The rule set that spells ordinals, where dates need one. */
  ordinals?: string;
  /** The last day that does not run into the year: twenty and two thousand is twenty-two thousand in Tamil. */
  lastDay?: number;
  date: readonly [spoken: string, written: string];
  money: readonly [spoken: string, written: string];
}

export const SPOKEN: Readonly<Record<string, SpokenForms>> = {
  be: {
    ordinals: "%spellout-ordinal-masculine",
    date: ["{o} {n} {p} года", "{d} {n} {y} года"],
    money: ["{a} рублёў {c} капеек", "{a},{c} BYN"],
  },
  bg: {
    ordinals: "%spellout-ordinal-masculine",
    date: ["{o} {n} {y}", "{d} {n} {y}"],
    money: ["{a} лева и {c} стотинки", "{a},{c} лв."],
  },
  bn: { date: ["{d} {n} {y}", "{d} {n} {y}"], money: ["{a} টাকা", "{a} ৳"] },
  ca: { date: ["{d} {n} de {y}", "{d} {n} de {y}"], money: ["{a} euros amb {c} cèntims", "{a},{c} €"] },
  hr: {
    ordinals: "%spellout-ordinal-masculine",
    date: ["{o} {n} {y}", "{d}. {n} {y}."],
    money: ["{a} eura i {c} centi", "{a},{c} €"],
  },
  cs: {
    ordinals: "%spellout-ordinal",
    date: ["{o} {n} {y}", "{d}. {n} {y}"],
    money: ["{a} korun {c} haléřů", "{a},{c} Kč"],
  },
  da: {
    ordinals: "%spellout-ordinal-common",
    date: ["den {o} {n} {y}", "den {d}. {n} {y}"],
    money: ["{a} kroner og {c} øre", "{a},{c} kr."],
  },
  et: {
    ordinals: "%spellout-ordinal",
    date: ["{o} {n} {y}", "{d}. {n} {y}"],
    money: ["{a} eurot ja {c} senti", "{a},{c} €"],
  },
  fi: {
    ordinals: "%spellout-ordinal",
    date: ["{o} {n} {y}", "{d}. {n} {y}"],
    money: ["{a} euroa ja {c} senttiä", "{a},{c} €"],
  },
  gl: {
    date: ["{d} de {n} de {y}", "{d} de {n} de {y}"],
    money: ["{a} euros con {c} céntimos", "{a},{c} €"],
  },
  el: { date: ["{d} {n} {y}", "{d} {n} {y}"], money: ["{a} ευρώ και {c} λεπτά", "{a},{c} €"] },
  he: { date: ["{d} {n} {y}", "{d} {n} {y}"], money: ["{a} שקלים", "{a} ₪"] },
  hu: {
    ordinals: "%spellout-ordinal",
    date: ["{y} {n} {o}", "{y}. {n} {d}."],
    money: ["{a} forint", "{a} Ft"],
  },
  id: { date: ["{d} {n} {y}", "{d} {n} {y}"], money: ["{a} rupiah", "Rp{a}"] },
  ga: { date: ["{d} {n} {y}", "{d} {n} {y}"], money: ["{a} euro", "€{a}"] },
  lv: {
    ordinals: "%spellout-ordinal",
    date: ["{y} gada {o} {n}", "{y}. gada {d}. {n}"],
    money: ["{a} eiro un {c} centi", "{a},{c} €"],
  },
  lt: {
    ordinals: "%spellout-ordinal-feminine",
    date: ["{y} metų {n} {o} diena", "{y} m. {n} {d} d."],
    money: ["{a} eurų ir {c} centų", "{a},{c} €"],
  },
  ms: { date: ["{d} {n} {y}", "{d} {n} {y}"], money: ["{a} ringgit {c} sen", "RM{a}.{c}"] },
  mt: { date: ["{d} ta' {n} {y}", "{d} ta' {n} {y}"], money: ["{a} ewro", "€{a}"] },
  mr: { date: ["{d} {n} {y}", "{d} {n}, {y}"], money: ["{a} रुपये", "₹{a}"] },
  mn: { date: ["{y} оны {n} {d}", "{y} оны {n} {d}"], money: ["{a} төгрөг", "{a} ₮"] },
  no: {
    ordinals: "%spellout-ordinal-masculine",
    date: ["den {o} {n} {y}", "den {d}. {n} {y}"],
    money: ["{a} kroner og {c} øre", "{a},{c} kr"],
  },
  fa: { date: ["{d} {n} {y}", "{d} {n} {y}"], money: ["{a} دلار", "{a} $"] },
  pl: {
    ordinals: "%spellout-ordinal-masculine-genitive",
    date: ["{o} {n} {y} roku", "{d} {n} {y} roku"],
    money: ["{a} złotych {c} groszy", "{a},{c} zł"],
  },
  ro: { date: ["{d} {n} {y}", "{d} {n} {y}"], money: ["{a} lei și {c} bani", "{a},{c} lei"] },
  sl: {
    ordinals: "%spellout-ordinal",
    date: ["{o} {n} {y}", "{d}. {n} {y}"],
    money: ["{a} evrov in {c} centov", "{a},{c} €"],
  },
  sw: { date: ["{d} {n} {y}", "{d} {n} {y}"], money: ["dola {a}", "$ {a}"] },
  sv: {
    ordinals: "%spellout-ordinal-reale",
    date: ["den {o} {n} {y}", "den {d} {n} {y}"],
    money: ["{a} kronor och {c} öre", "{a},{c} kr"],
  },
  ta: { lastDay: 19, date: ["{n} {d} {y}", "{n} {d}, {y}"], money: ["{a} ரூபாய்", "₹{a}"] },
  th: { date: ["วันที่{d}{n}{y}", "วันที่ {d} {n} {y}"], money: ["{a}บาท", "{a} บาท"] },
  tr: { date: ["{d} {n} {y}", "{d} {n} {y}"], money: ["{a} lira {c} kuruş", "₺{a},{c}"] },
  uk: {
    ordinals: "%spellout-ordinal",
    date: ["{o} {n} {p} року", "{d} {n} {y} року"],
    money: ["{a} гривень {c} копійок", "{a},{c} ₴"],
  },
  ur: { date: ["{d} {n} {y}", "{d} {n} {y}"], money: ["{a} روپے", "{a} روپے"] },
  vi: { date: ["ngày {d} tháng bảy năm {y}", "ngày {d} tháng 7 năm {y}"], money: ["{a} đồng", "{a} ₫"] },
  cy: { date: ["{d} {n} {y}", "{d} {n} {y}"], money: ["{a} o bunnoedd", "£{a}"] },
  yi: { date: ["{d} {n} {y}", "{d}. {n} {y}"], money: ["{a} דאלאר", `$${"{a}"}`] },
};
