/** The languages of pages and messages for people, by their own names. */
export const INTERFACE_LANGUAGES = ["en", "de", "fr", "es"] as const;
export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];
