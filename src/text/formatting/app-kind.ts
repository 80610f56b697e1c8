/** The kind of place that receives the text, from the caller's details of the app and the focused field. */

export type AppKind = "chat" | "mail" | "document" | "code" | "terminal" | "search" | "prose";

export interface AppDescription {
  app?: string | undefined;
  appBundleId?: string | undefined;
  focusedElement?: string | undefined;
}

/** The field decides before its app: a browser holds everything. */
const FIELDS: readonly [pattern: RegExp, kind: AppKind][] = [
  [/\b(?:search|find|address and search|url|omnibox|spotlight|location bar|filter)\b/i, "search"],
  [/\b(?:terminal|shell|console|command line|command prompt)\b/i, "terminal"],
  [/\b(?:code editor|source code|editor content)\b/i, "code"],
  [/\b(?:document|page) (?:body|content|text)\b/i, "document"],
  [/\b(?:message body|compose|email|e-mail|mail)\b/i, "mail"],
  [/\b(?:chat|message|reply|direct message|thread|comment)\b/i, "chat"],
];

const BUNDLES: readonly [pattern: RegExp, kind: AppKind][] = [
  [
    /slack|whatsapp|telegram|discord|messenger|com\.apple\.(?:mobilesms|ichat)|signal|wechat|xinwei|\bteams|viber|mattermost|element/i,
    "chat",
  ],
  [
    /com\.apple\.mail|outlook|thunderbird|superhuman|sparkmail|com\.google\.android\.gm|airmail|protonmail/i,
    "mail",
  ],
  [
    /com\.microsoft\.vscode|jetbrains|com\.apple\.dt\.xcode|sublimetext|cursor|zed|neovide|vim|emacs|androidstudio/i,
    "code",
  ],
  [
    /com\.apple\.terminal|iterm|warp|alacritty|kitty|wezterm|ghostty|gnome-terminal|konsole|windowsterminal|hyper/i,
    "terminal",
  ],
  [
    /microsoft\.(?:word|excel|powerpoint|onenote|office)|com\.apple\.(?:iwork|textedit|notes)|apps\.docs|libreoffice|openoffice|notion\.id|obsidian|evernote|scrivener|confluence/i,
    "document",
  ],
  [/spotlight|alfred|raycast/i, "search"],
];

const APPS: readonly [pattern: RegExp, kind: AppKind][] = [
  [
    /^(?:slack|whatsapp|telegram|discord|messenger|messages|signal|wechat|microsoft teams|teams|viber|mattermost|element|google chat|imessage|line)\b/i,
    "chat",
  ],
  [/^(?:mail|outlook|microsoft outlook|thunderbird|gmail|superhuman|spark|airmail|proton mail)\b/i, "mail"],
  [
    /^(?:code|visual studio|vs ?code|xcode|sublime text|cursor|zed|intellij|pycharm|webstorm|goland|rider|clion|android studio|neovim|vim|emacs)\b/i,
    "code",
  ],
  [
    /^(?:terminal|iterm2?|warp|alacritty|kitty|wezterm|ghostty|konsole|windows terminal|powershell|command prompt|xterm)\b/i,
    "terminal",
  ],
  [
    /^(?:(?:microsoft )?(?:word|excel|powerpoint|onenote)|(?:google )?(?:docs|sheets|slides)|pages|numbers|keynote|textedit|notes|apple notes|libreoffice|openoffice|notion|obsidian|evernote|scrivener|confluence|typora|bear|ulysses)\b/i,
    "document",
  ],
  [/^(?:spotlight|alfred|raycast)\b/i, "search"],
];

export function appKindOf({ app, appBundleId, focusedElement }: AppDescription): AppKind {
  return (
    kindIn(FIELDS, focusedElement) ?? kindIn(BUNDLES, appBundleId) ?? kindIn(APPS, app?.trim()) ?? "prose"
  );
}

function kindIn(
  list: readonly [pattern: RegExp, kind: AppKind][],
  text: string | undefined,
): AppKind | undefined {
  return text === undefined || text === "" ? undefined : list.find(([pattern]) => pattern.test(text))?.[1];
}
