/**
 * Words that carry no meaning in a search, by language: articles, pronouns, prepositions, conjunctions and forms of to
 * be and to have. Folded as `fold.ts` folds, so without diacritics.
 */
const WORDS: Readonly<Record<string, string>> = {
  en: "a an the and or but if of to in on at by for with from as into about is are was were be been am do does did has have had it its he she we you they i me my your his her our their this that these those there so not no",
  de: "der die das den dem des ein eine einen einem einer eines und oder aber wenn von zu zum zur in im an am auf bei mit fur aus als um ist sind war waren sein bin hat haben hatte es er sie wir ihr ich mich mir du dich dir uns euch mein dein sich dass dies diese dieser dieses so nicht kein keine auch noch nur",
  fr: "le la les un une des du de d l et ou mais si a au aux en dans sur par pour avec sans comme est sont etait etre suis ont avait il elle nous vous ils elles je j me m te t se s ce c cet cette ces que qu qui mon ma mes ton son sa ses notre votre leur ne n pas y",
  es: "el la los las un una unos unas y o pero si de del a al en con por para sin como es son era ser soy ha han habia lo le les se me te nos os yo tu ella nosotros ellos que este esta esto estos estas ese esa mi su sus no ni",
  pt: "o a os as um uma uns umas e ou mas se de do da dos das em no na nos nas ao aos por para com sem como que sao era ser sou tem lhe me te ele ela eles eu tu isto este esta esse essa meu minha seu sua nao nem",
  it: "il lo la i gli le un uno una e ed o ma se di del della dei a al alla in nel nella su sul per con da dal come che e sono era essere ho ha hanno mi ti si ci vi lui lei noi voi loro io tu questo questa questi mio suo non ne",
  nl: "de het een en of maar als van te naar in op aan bij voor met uit om is zijn was waren ben heb heeft had het hij zij ze wij we jij je u ik mij me mijn jouw haar hun dit dat deze die er niet geen ook nog",
  sv: "en ett den det de och eller men om av till i pa vid for med fran som ar var vara har hade han hon vi ni jag mig du dig sig min din denna detta dessa inte ej",
  da: "en et den det de og eller men hvis af til i pa ved for med fra som er var vaere har havde han hun vi i jeg mig du dig sig min din denne dette disse ikke",
  no: "en et ei den det de og eller men hvis av til i pa ved for med fra som er var vaere har hadde han hun vi dere jeg meg du deg seg min din denne dette disse ikke",
  fi: "ja tai mutta jos se ne tama nama on oli olla olen han me te he mina sina minun sinun etta kun kuin ei en",
  pl: "i oraz lub albo ale jesli z ze do w we na o od po za przez dla przy jest sa byl byc mam ma sie on ona ono my wy oni ja mnie ty ten ta to te nie ze",
  cs: "a nebo ale jestli z ze do v ve na o od po za pro pri s se si je jsou byl byt mam ma on ona my vy oni ja ty ten ta to ne ze",
  ru: "и или но а если в во на с со к ко о об от до по за из у для при как что это этот эта эти тот он она оно мы вы они я меня мне ты тебя его ее их мои твои свои был была было быть есть не ни же бы ли",
  uk: "і та и або але якщо в у на з із зі до о об від по за для при як що це цеи ця ці він вона воно ми ви вони я мене ти иого ії іх був була було бути є не ні же б чи",
  el: "ο η το οι τα του τησ των τον την και η αλλα αν σε στο στη στην απο για με ωσ ειναι ηταν εχω εχει αυτοσ αυτη αυτο εγω εσυ μου σου να θα δεν μη",
  tr: "ve veya ama eger bir bu su o da de ile icin gibi mi mu ben sen biz siz onlar var degil ki",
  hi: "का के की को में से पर और या लेकिन अगर है हैं था थी थे हो यह वह ये वे मैं हम तुम आप उस इस ने भी ही तो नहीं एक",
  ar: "في من الي على عن مع و او ثم ان هذا هذه ذلك التي الذي هو هي هم نحن انا انت كان ليس لا ما قد كل",
  he: "של את על אל עם מן או אבל אם כי זה זאת אלה הוא היא הם אני אתה אנחנו היה לא גם רק כל",
  cmn: "的 了 和 与 或 但 在 是 我 你 他 她 它 我们 你们 他们 这 那 这个 那个 有 不 也 都 就 着 吗 呢 吧",
  ja: "の は が を に へ と で も や か から まで より です ます だ た て ない これ それ あれ この その あの",
  ko: "은 는 이 가 을 를 의 에 에서 와 과 도 로 으로 그 저 것",
};

const LISTS = new Map(Object.entries(WORDS).map(([code, words]) => [code, new Set(words.split(" "))]));
/** Chinese is Chinese in search. */
const ALIKE: Readonly<Record<string, string>> = { yue: "cmn" };
const DEFAULT = "en";

/**
 * Those terms that mean something.
 * @param language the person's own, as a `LanguageCode`; null or one without a list: the one to whose list most terms
 *   belong, but a single word is English until the person says otherwise.
 */
export function meaningfulTerms<Term extends { text: string }>(
  terms: readonly Term[],
  language: string | null,
): Term[] {
  const stopWords = LISTS.get(ALIKE[language ?? ""] ?? language ?? "") ?? likeliestList(terms);
  return terms.filter(({ text }) => !stopWords.has(text));
}

function likeliestList(terms: readonly { text: string }[]): Set<string> {
  const english = LISTS.get(DEFAULT) as Set<string>;
  if (terms.length === 1) return english;
  const hits = (list: Set<string>) => terms.filter(({ text }) => list.has(text)).length;
  let best = english;
  for (const list of LISTS.values()) if (hits(list) > hits(best)) best = list;
  return best;
}
