/** Korean counters, units and currencies. */

import { list } from "../shared/readers.ts";

/** Longer ones first, as a pattern takes the first that fits. */
const pattern = (words: readonly string[]) => [...words].sort((a, b) => b.length - a.length).join("|");

/** NeMo writes signs before the amount (`ko/data/currency.tsv`). */
export const CURRENCIES: Readonly<Record<string, string>> = {
  달러: "$",
  유로: "€",
  엔: "¥",
  파운드: "£",
  위안: "¥",
  페소: "$",
  루피: "₹",
  원: "₩",
  불: "$",
};
export const CURRENCY = pattern(Object.keys(CURRENCIES));

export const UNITS: Readonly<Record<string, string>> = {
  킬로미터: "km",
  미터: "m",
  센티미터: "cm",
  센티: "cm",
  밀리미터: "mm",
  마이크로미터: "μm",
  나노미터: "nm",
  킬로그램: "kg",
  킬로: "kg",
  그램: "g",
  밀리그램: "mg",
  톤: "t",
  리터: "L",
  밀리리터: "mL",
  제곱미터: "m²",
  제곱킬로미터: "km²",
  세제곱미터: "m³",
  헥타르: "ha",
  와트: "W",
  킬로와트: "kW",
  킬로와트시: "kWh",
  볼트: "V",
  암페어: "A",
  헤르츠: "Hz",
  킬로헤르츠: "kHz",
  메가헤르츠: "MHz",
  기가헤르츠: "GHz",
  바이트: "B",
  킬로바이트: "KB",
  메가바이트: "MB",
  기가바이트: "GB",
  테라바이트: "TB",
  인치: "in",
  피트: "ft",
  마일: "mi",
  야드: "yd",
  칼로리: "cal",
  킬로칼로리: "kcal",
  데시벨: "dB",
  씨씨: "cc",
  알피엠: "rpm",
  밀리암페어: "mA",
};
export const UNIT = pattern(Object.keys(UNITS));

/** After native numbers. */
export const NATIVE_COUNTER = pattern(
  list(`개월 개 명 사람 살 마리 권 장 병 잔 대 번째 번 시간 달 가지 그루 켤레 채 척 송이 벌 곳 군데 분 곡 판 줄 쪽 차례 배
  자루 조각 그릇 상자 봉지 통 포기 건 편 팀 쌍 끼 방울 걸음 주일 해 박스 캔 모금 손 알`),
);

/** After Sino-Korean numbers. */
export const SINO_COUNTER = pattern(
  list(`년대 년간 년 개월 개 주년 주일 주간 주 일간 일 분간 분 초간 초 층 호실 호선 호 번째 번지 번 회 도 인분 인용 학년 세기 세
  페이지 쪽 명 권 장 절 조 항 점 위 차 등 평 배 박 살 시간 킬로 포인트 건 대 편 동 가구 인 여 명`),
);

/** 한 번 is once and 한 분 somebody, rather than a count. */
export const NOT_ONE = new Set(
  list("번 분 판 쪽 줄 해 손 가지 곳 군데 걸음 대 통 편 벌 채 배 건 알 차례 장 병 잔 사람 달"),
);

/** A numeral and a counter glued together that are another word: headache, generation, tropics, New Year's bow. */
export const GLUED_WORDS = new Set(
  list("두통 세대 열대 열병 세배 세장 두건 세편 한편 열한 네개들이 두해 세손 열반 한시"),
);

/** Numerals alone that are other words first: if, ten thousand times, angel, structure, now. */
export const OTHER_WORDS = new Set(
  list(
    "이만 천만 천사 천이 천일 만이 만일 만사 만오 백사 백이 백일 백구 구조 사조 이조 오조 삼조 조 경 만 천 백 십 억 이경 사경 구경 오경",
  ),
);
