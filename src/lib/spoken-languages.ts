/** The languages of the contract's `LanguageCode`, without `auto`. */
export const SPOKEN_LANGUAGES = (
  "ar be bn bg yue ca hr cs da nl en et fi fr gl de el he hi hu id ga it ja ko lv lt ms mt cmn mr mn no fa pl pt ro " +
  "ru sl es sw sv ta th tr uk ur vi cy yi"
).split(" ");
