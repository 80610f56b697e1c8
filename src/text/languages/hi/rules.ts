import type { LanguageRules } from "../../formatting/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { layout, opening, pause, stop, symbol } from "../shared/mark-kinds.ts";
import { readHindi } from "./read.ts";

export const hindi: LanguageRules = {
  ...scriptRules("hi"),
  questionStarts: "क्या क्यों कैसे कब कहाँ कहां कौन कौनसा कौनसी किसने किसे किसका कितना कितने कितनी".split(" "),
  marks: [
    ...pause(",", "अल्पविराम", "अल्प विराम", "कॉमा"),
    ...pause(";", "अर्धविराम", "अर्ध विराम"),
    ...pause(":", "कोलन"),
    ...stop("।", "पूर्णविराम", "पूर्ण विराम"),
    ...stop("?", "प्रश्नचिह्न", "प्रश्न चिह्न", "प्रश्नवाचक चिह्न"),
    ...stop("!", "विस्मयादिबोधक चिह्न", "विस्मयबोधक चिह्न"),
    ...layout("\n", "नई पंक्ति", "नयी पंक्ति", "नई लाइन", "नयी लाइन"),
    ...layout("\n\n", "नया अनुच्छेद", "नया पैराग्राफ"),
    ...opening('"', "उद्धरण शुरू"),
    ...pause('"', "उद्धरण बंद", "उद्धरण समाप्त"),
    ...opening("(", "कोष्ठक शुरू"),
    ...pause(")", "कोष्ठक बंद"),
    ...symbol("/", "स्लैश"),
  ],
  fillers: ["अं", "उम्म", "अम्म", "हम्म"],
  corrections: ["नहीं नहीं", "मेरा मतलब", "मेरा मतलब है", "माफ़ कीजिए", "गलत बोला"],
  read: readHindi,
};
