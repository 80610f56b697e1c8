/** Thai. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

/** One behind hundreds and more is `เอ็ด`; a thousand may go without its count before hundreds. */
const MORE_NUMBERS = `
100-1000/100 <c<ร้อย>e>
1000-10000/1000 <c<พัน>e>
10000-100000/10000 <c<หมื่น>e>
100000-1e6/100000 <c<แสน>e>
1e6-1e18/1e6 <c<ล้าน>e>
1000-2000/1000 พัน>h>`;

const thaiData: LanguageData = {
  ...(data as LanguageData),
  sets: { ...data.sets, c: data.sets.c + MORE_NUMBERS, e: "1 เอ็ด", h: "100-1000 =c=" },
};

/** Hours that have names; `สองทุ่ม` and `บ่ายสองโมง` are counted from six and from noon. */
const NAMED_HOURS: Readonly<Record<string, number>> = {
  หกโมงเช้า: 6,
  เจ็ดโมงเช้า: 7,
  แปดโมงเช้า: 8,
  เก้าโมงเช้า: 9,
  สิบโมงเช้า: 10,
  สิบเอ็ดโมงเช้า: 11,
  บ่ายโมง: 13,
  สี่โมงเย็น: 16,
  ห้าโมงเย็น: 17,
  หกโมงเย็น: 18,
};
/** Those that are other words too by themselves: `ตี` beats, `เที่ยง` is exact. */
const HOURS_WITH_MINUTES: Readonly<Record<string, number>> = {
  เที่ยงคืน: 0,
  ตีหนึ่ง: 1,
  ตีสอง: 2,
  ตีสาม: 3,
  ตีสี่: 4,
  ตีห้า: 5,
  เที่ยง: 12,
};

function withMinutes([name, hour]: [string, number]): string[] {
  return [`${name}ครึ่ง = ${hour}h 30`, `${name} M นาที = ${hour}h M`];
}

export const thai = tableLanguage("th", thaiData, {
  over: "ส่วน/ทับ",
  overLead: "เศษ",
  percent: "เปอร์เซ็นต์/เปอร์เซนต์",
  halves: "ครึ่ง",
  money: {
    บาท: ["บาท", "สตางค์"],
    "€": ["ยูโร", "เซนต์"],
    $: ["ดอลลาร์/ดอลลาร์สหรัฐ/เหรียญ", "เซนต์"],
    "£": ["ปอนด์", "เพนนี"],
    "¥": ["เยน", ""],
  },
  moneyLayout: "after",
  units:
    "กิโล กก., ไร่ ไร่, ชั่วโมง ชั่วโมง, กิโลเมตรต่อชั่วโมง กม./ชม., องศา/องศาเซลเซียส °C, ตารางเมตร ตร.ม., ตารางวา ตร.ว.",
  dates: ["วันที่ D เดือน? N พ.ศ./พอศอ/พุทธศักราช/ปี? Y = วันที่ D N Y", "วันที่ D เดือน? N = วันที่ D N"],
  times: [
    "(เวลา)? H นาฬิกา M นาที? = M",
    "(เวลา)? H นาฬิกา = 0",
    "H โมงครึ่ง = 30",
    "H โมง M นาที = M",
    "บ่าย H โมง = 12h 0",
    "บ่าย H โมงครึ่ง = 12h 30",
    "บ่าย H โมง M นาที = 12h M",
    "H ทุ่ม = 18h 0",
    "H ทุ่มครึ่ง = 18h 30",
    "H ทุ่ม M นาที = 18h M",
    "(ตอน/เวลา/ถึง/ประมาณ) ตี H = 0",
    ...Object.entries(NAMED_HOURS).flatMap((named) => [
      `${named[0]} = ${named[1]}h 0`,
      ...withMinutes(named),
    ]),
    ...Object.entries(HOURS_WITH_MINUTES).flatMap(withMinutes),
  ],
  numbered: "ครั้งที่/คนที่/ชั้นที่/บทที่/ข้อที่/ตอนที่/อันดับที่/ลำดับที่/ศตวรรษที่/หมายเลข/ห้อง",
  emergency: "191 199",
  halfAfterUnit: true,
  address: "แอท/แอด จุด/ดอท ขีด/ขีดกลาง ขีดล่าง/อันเดอร์สกอร์ ทับ/สแลช",
  domains: "th",
  plus: "บวก",
  telephone: { 10: [3, 3, 4], 9: [2, 3, 4] },
  marks: {
    ",": "จุลภาค/ลูกน้ำ/คอมม่า",
    ".": "มหัพภาค",
    "?": "เครื่องหมายคำถาม/ปรัศนี",
    "!": "เครื่องหมายตกใจ/อัศเจรีย์",
    ":": "ทวิภาค",
    ";": "อัฒภาค",
    "(": "วงเล็บเปิด/เปิดวงเล็บ",
    ")": "วงเล็บปิด/ปิดวงเล็บ",
    "-": "ยัติภังค์",
    "/": "เครื่องหมายทับ",
    "\n": "ขึ้นบรรทัดใหม่/บรรทัดใหม่",
    "\n\n": "ย่อหน้าใหม่/ขึ้นย่อหน้าใหม่",
  },
  quotes: {
    open: "“",
    close: "”",
    opening: "เปิดอัญประกาศ/อัญประกาศเปิด/เปิดเครื่องหมายคำพูด",
    closing: "ปิดอัญประกาศ/อัญประกาศปิด/ปิดเครื่องหมายคำพูด",
  },
  questions: "",
});
