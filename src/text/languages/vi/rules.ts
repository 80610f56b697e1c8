/** Vietnamese. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

/** Tens and units behind thousands and millions without `không trăm`: `hai ngàn hai mươi hai`. */
const vietnameseData: LanguageData = {
  ...(data as LanguageData),
  sets: { ...data.sets, p2: `${data.sets.p2}\n20-100 =c=\n20-100 khôngtrăm=c=` },
};

/** Months that are nothing else by themselves: `mỗi tháng một lần`, `ngày tháng năm sinh`. */
const PLAIN_MONTHS = [
  "tháng_ba = tháng 3",
  "tháng_tư = tháng 4",
  "tháng_sáu = tháng 6",
  "tháng_bảy/tháng_bẩy = tháng 7",
  "tháng_tám = tháng 8",
  "tháng_chín = tháng 9",
  "tháng_mười = tháng 10",
  "tháng_mười_một = tháng 11",
  "tháng_mười_hai = tháng 12",
];

export const vietnamese = tableLanguage("vi", vietnameseData, {
  over: "phần",
  idioms: "một trăm phần trăm",
  halves: "rưỡi",
  halfAfterUnit: true,
  percent: "phần trăm",
  money: {
    "₫": ["đồng/việt nam đồng", "xu"],
    "€": ["euro/ơ rô", "xu"],
    $: ["đô la/đô/đô la mỹ", "xu/cent"],
    "£": ["bảng/bảng anh", "xu"],
    "¥": ["yên", ""],
    "₩": ["won/uôn", ""],
    RM: ["ringgit", ""],
  },
  moneyLayout: "after",
  units:
    "cân/ký/kí/kí lô/ki lô gram/ki lô/ki lô gam/kí lô gam/ki lô gam/kilôgam kg, ki lô mét/cây số/kilômét km, mét vuông m², mét khối m³, ki lô mét vuông km², xăng ti mét/xen ti mét/phân cm, mi li mét mm, muy crô mét/mi crô mét μm, gam/gram g, xen ti mét khối/xăng ti mét khối cm³, ki lô mét/kilomet km, mi li ampe mA, am pe A, megabit Mb, kilobit kb, inch inch, mi li gam mg, lít l, mi li lít ml, độ c/độ xê/độ °C, héc ta ha, ki lô mét trên giờ/ki lô mét một giờ/ki lô mét giờ km/h, tấn tấn, vôn V, oát W, ki lô oát kW, héc Hz, mê ga bai MB, gi ga bai GB",
  per: { words: "trên/một/mỗi", units: "giờ h, giây s, mét vuông m², ki lô gam kg" },
  yearDigits: "linh/lẻ",
  dates: [
    "ngày D N năm Y = ngày D N năm Y",
    "(mùng/mồng) D N năm Y = D N năm Y",
    "ngày D N = ngày D N",
    "(mùng/mồng) D N = D N",
    "D N năm Y = D N năm Y",
    "N năm Y = N năm Y",
    "năm Y = năm Y",
    "D N = D N",
    "(vào/trong/từ/đến/tới/cuối/đầu/giữa/sang) N = N",
    ...PLAIN_MONTHS,
  ],
  months:
    "tháng_một=tháng_1/tháng_giêng=tháng_1 tháng_hai=tháng_2 tháng_ba=tháng_3 tháng_tư=tháng_4/tháng_bốn=tháng_4 tháng_năm=tháng_5 tháng_sáu=tháng_6 tháng_bảy=tháng_7/tháng_bẩy=tháng_7 tháng_tám=tháng_8 tháng_chín=tháng_9 tháng_mười=tháng_10 tháng_mười_một=tháng_11 tháng_mười_hai=tháng_12/tháng_chạp=tháng_12",
  times: [
    "(lúc/vào/từ/đến)? H giờ M phút? = M",
    "(lúc/vào/từ/đến)? H giờ linh/lẻ M phút? = M",
    "(lúc/vào/từ/đến)? H giờ_rưỡi = 30",
    "H giờ_kém M phút? = -M",
    "(lúc/vào/từ/đến) H giờ = 0",
    "H giờ (sáng/chiều/tối/trưa) = 0",
  ],
  address: "a_còng/a_móc/a_vòng/at chấm gạch_ngang/gạch_nối/trừ gạch_dưới xuyệt/gạch_chéo/sẹc",
  domains: "vn",
  plus: "cộng",
  emergency: "112 113 114 115",
  telephone: { 10: [4, 3, 3] },
  marks: {
    ",": "dấu phẩy/phẩy",
    ".": "dấu chấm",
    "?": "dấu hỏi/dấu chấm hỏi",
    "!": "dấu chấm than/dấu than",
    ":": "dấu hai chấm/hai chấm",
    ";": "dấu chấm phẩy/chấm phẩy",
    "…": "dấu ba chấm/ba chấm",
    "(": "mở ngoặc/mở ngoặc đơn",
    ")": "đóng ngoặc/đóng ngoặc đơn",
    "-": "dấu gạch nối",
    " –": "dấu gạch ngang",
    "/": "dấu gạch chéo",
    "\n": "xuống dòng/dòng mới",
    "\n\n": "đoạn mới/sang đoạn mới",
  },
  quotes: { open: "“", close: "”", opening: "mở ngoặc kép", closing: "đóng ngoặc kép" },
  literal: "một các những cái mỗi",
  questions:
    "ai gì cái_gì ở_đâu khi_nào bao_giờ tại_sao vì_sao như_thế_nào thế_nào bao_nhiêu mấy_giờ có_phải làm_sao",
  questionEnds: "không à hả nhỉ chưa",
});
