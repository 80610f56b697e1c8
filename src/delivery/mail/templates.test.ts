import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/database.ts";
import { refusalOf } from "../../../test/support/refusal.ts";
import { limits } from "../../config/limits.ts";
import type { OperatorError } from "../../lib/errors.ts";
import { mailText } from "./templates.ts";

test("names are cut where they are longer than a message shows, and so is a subject", () => {
  const { mailSubjectChars, mailValueChars } = limits;
  const [begin = ""] = mailText(undefined, "invitation", "en", {}).subject.split("{{");
  const made = (chars: number) =>
    mailText(undefined, "invitation", "en", { organization: "x".repeat(chars) });
  const room = mailSubjectChars - begin.length;
  for (const chars of [room, room + 1]) expect(made(chars).subject).toHaveLength(mailSubjectChars);
  const shown = (chars: number) => /x+/.exec(made(chars).text)?.[0].length;
  expect([mailValueChars, mailValueChars + 1].map(shown)).toEqual([mailValueChars, mailValueChars]);
});

test("a site's own text is no larger than it may be", () => {
  using folder = temporaryFolder();
  const read = (bytes: number) => {
    writeFileSync(join(folder.path, "test.en.txt"), "Subject: Ours\n\n".padEnd(bytes, "x"));
    return mailText(folder.path, "test", "en", {});
  };
  expect(read(limits.mailTemplateBytes).subject).toBe("Ours");
  const { message } = refusalOf<OperatorError>(
    () => read(limits.mailTemplateBytes + 1),
    "mail_template_unusable",
  );
  expect(message).toContain(`larger than ${limits.mailTemplateBytes} bytes`);
});
