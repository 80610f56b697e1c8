/** Hindi units, currencies and months. Signs are those of NeMo's tables (`hi/data`). */
import { symbolTables } from "../shared/tables.ts";
import { plain } from "./numbers.ts";

const symbols = symbolTables(plain);

export const findCurrency = symbols(`
₹ = रुपये|रुपए|रुपया|रुपयों|रूपये|रुपयें|भारतीय रुपया|भारतीय रुपये
$ = डॉलर|अमेरिकी डॉलर
€ = यूरो
£ = पाउंड|ब्रिटिश पाउंड
¥ = येन|जापानी येन
`);
export const findUnit = symbols(`
°C = डिग्री सेल्सियस|सेल्सियस
°F = डिग्री फारेनहाइट
g = ग्राम
kg = किलोग्राम|किलो ग्राम|किलो
mg = मिलीग्राम|मिलिग्राम
t = टन
q = क्विंटल
m = मीटर
cm = सेंटीमीटर|सेंटी मीटर
mm = मिलीमीटर|मिली मीटर
km = किलोमीटर|किलो मीटर
mi = मील
in = इंच
ft = फुट|फीट
m² = वर्ग मीटर
km² = वर्ग किलोमीटर
ft² = वर्ग फुट|वर्ग फीट
ha = हेक्टेयर
ac = एकड़
L = लीटर
ml = मिलीलीटर
kmph = किलोमीटर प्रति घंटा|किलोमीटर प्रति घंटे
mph = मील प्रति घंटा
`);
export const MONTHS = new Set(
  "जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर सितम्बर अक्टूबर अक्तूबर नवंबर नवम्बर दिसंबर दिसम्बर"
    .split(" ")
    .map(plain),
);
