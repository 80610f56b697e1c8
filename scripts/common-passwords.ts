/**
 * `bun scripts/common-passwords.ts`: writes the passwords that tiro refuses, from the list of zxcvbn (MIT), which ranks what
 * was found in leaks: the most common ones, and all that are long enough to be taken as they are.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ranked from "@zxcvbn-ts/language-common/src/passwords.json" with { type: "json" };
import { limits } from "../src/config/limits.ts";

const COUNT = 10_000;

const passwords = ranked as string[];
const long = passwords.filter((password) => password.length >= limits.passwordCharsMin);
const common = [...new Set([...long, ...passwords])].slice(0, COUNT).sort();
writeFileSync(
  join(import.meta.dir, "../src/accounts/credentials/common-passwords.txt"),
  `${common.join("\n")}\n`,
);
