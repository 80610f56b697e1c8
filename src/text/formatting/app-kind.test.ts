import { expect, test } from "bun:test";
import { type AppDescription, type AppKind, appKindOf } from "./app-kind.ts";

const cases: [description: AppDescription, kind: AppKind][] = [
  [{}, "prose"],
  [{ app: "", appBundleId: "", focusedElement: "" }, "prose"],
  [{ app: "Slack" }, "chat"],
  [{ app: "Messages" }, "chat"],
  [{ appBundleId: "com.hnc.Discord" }, "chat"],
  [{ appBundleId: "net.whatsapp.WhatsApp" }, "chat"],
  [{ app: "Mail" }, "mail"],
  [{ appBundleId: "com.microsoft.Outlook" }, "mail"],
  [{ app: "Visual Studio Code" }, "code"],
  [{ appBundleId: "com.todesktop.cursor" }, "code"],
  [{ app: "iTerm2" }, "terminal"],
  [{ app: "Windows Terminal" }, "terminal"],
  [{ app: "Google Chrome", focusedElement: "Address and search bar" }, "search"],
  [{ app: "Google Chrome", focusedElement: "Message Body" }, "mail"],
  [{ app: "Google Chrome" }, "prose"],
  [{ app: "Visual Studio Code", focusedElement: "Terminal 1, bash" }, "terminal"],
  [{ app: "Slack", focusedElement: "Search" }, "search"],
  [{ app: "Microsoft Word" }, "document"],
  [{ app: "Google Docs" }, "document"],
  [{ app: "Pages" }, "document"],
  [{ appBundleId: "com.microsoft.Word" }, "document"],
  [{ appBundleId: "com.google.android.apps.docs.editors.docs" }, "document"],
  [{ app: "Google Chrome", focusedElement: "Document content" }, "document"],
  [{ app: "Research notes" }, "prose"],
];

test.each(cases)("%j is %s", (description, kind) => {
  expect(appKindOf(description)).toBe(kind);
});
