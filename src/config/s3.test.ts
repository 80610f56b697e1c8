import { expect, test } from "bun:test";
import { faultsOf, HIDDEN } from "../../test/support/config-faults.ts";
import { loadConfig } from "./load.ts";

const STORAGE = {
  TIRO_S3_ENDPOINT: "https://s3.acme.test",
  TIRO_S3_ACCESS_KEY: "tiro",
  TIRO_S3_SECRET_KEY: HIDDEN,
};
const BACKUPS = { ...STORAGE, TIRO_BACKUP_DIR: "/backup", TIRO_BACKUP_BUCKET: "s3://tiro/backups" };

const watching = (more: object) => JSON.stringify([{ dir: "s3://tiro/inbox", account: "Acme", ...more }]);

test("the key is apart from the configuration", () => {
  const { config, secrets } = loadConfig({ environment: BACKUPS });
  expect(secrets.s3SecretKey).toBe(HIDDEN);
  expect(JSON.stringify(config)).not.toContain(HIDDEN);
});

test.each<[string, Record<string, string>, string[]]>([
  ["all", BACKUPS, []],
  ["a key without storage", { TIRO_S3_SECRET_KEY: "s" }, ["s3.secret_key"]],
  ["storage without a key", { TIRO_S3_ENDPOINT: "https://s3.acme.test" }, ["s3.access_key", "s3.secret_key"]],
  [
    "a bucket without storage",
    { TIRO_BACKUP_DIR: "/backup", TIRO_BACKUP_BUCKET: "s3://tiro" },
    ["backup.bucket"],
  ],
  ["a bucket without a folder", { ...STORAGE, TIRO_BACKUP_BUCKET: "s3://tiro" }, ["backup.dir"]],
  ["a bucket in the address", { ...BACKUPS, TIRO_S3_ENDPOINT: "https://s3.acme.test/tiro" }, ["s3.endpoint"]],
  ["clear text elsewhere", { ...BACKUPS, TIRO_S3_ENDPOINT: "http://s3.acme.test" }, ["s3.endpoint"]],
  ["clear text here", { ...BACKUPS, TIRO_S3_ENDPOINT: "http://127.0.0.1:9000" }, []],
  ["a way out of the bucket", { ...BACKUPS, TIRO_BACKUP_BUCKET: "s3://tiro/../x" }, ["backup.bucket"]],
  ["a watched bucket", { ...STORAGE, TIRO_WATCH_FOLDERS: watching({}) }, []],
  ["a watched bucket without storage", { TIRO_WATCH_FOLDERS: watching({}) }, ["watch.folders"]],
  [
    "originals that leave the bucket",
    { ...STORAGE, TIRO_WATCH_FOLDERS: watching({ originals: "move", moved_to: "s3://other/done" }) },
    ["watch.folders"],
  ],
  [
    "originals that go to a folder",
    { ...STORAGE, TIRO_WATCH_FOLDERS: watching({ originals: "move", moved_to: "/srv/done" }) },
    ["watch.folders"],
  ],
  ["another scheme", { ...BACKUPS, TIRO_BACKUP_BUCKET: "https://tiro/x" }, ["backup.bucket"]],
])("settings of buckets: %s", (_, environment, params) => {
  expect(faultsOf(environment)).toEqual(params);
});
