import { expect, test } from "bun:test";
import { eventually } from "../../../test/support/eventually.ts";
import { UploadLocks } from "./upload-locks.ts";

test("a connection that works keeps its upload, one that went silent gives way", async () => {
  const locks = new UploadLocks();
  const first = await locks.enter("one");
  first.keepBusy();
  await expect(locks.enter("one")).rejects.toMatchObject({ code: "upload_busy" });
  (await locks.enter("two")).leave();
  first.heard();
  first.signal.addEventListener("abort", () => first.leave());
  await eventually(async () => {
    const next = await locks.enter("one").catch(() => null);
    next?.leave();
    return next !== null;
  }, true);
  expect(first.signal.aborted).toBe(true);
  expect(locks.isTaken("one")).toBe(false);
});
