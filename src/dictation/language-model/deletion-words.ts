/** With which words somebody asks to delete, by language: only then may an edit leave nothing. Stems, in lower case. */
export const DELETION_STEMS: readonly string[] = [
  // English
  "delet",
  "remov",
  "eras",
  "clear",
  "scratch",
  "discard",
  // German
  "lösch",
  "entfern",
  "streich",
  // French
  "supprim",
  "effac",
  "enlèv",
  // Spanish, Portuguese, Italian (Portuguese "remover" stands above)
  "borra",
  "elimin",
  "suprim",
  "quita",
  "apag",
  "exclu",
  "cancell",
  "rimuov",
  // Dutch
  "verwijder",
  "schrap",
  // Russian
  "удал",
  "сотр",
  "убер",
  // Chinese, Japanese, Korean
  "删",
  "刪",
  "清除",
  "消",
  "削除",
  "삭제",
  "지워",
  // Hindi, Arabic
  "हटा",
  "मिटा",
  "احذف",
  "امسح",
  "حذف",
];
