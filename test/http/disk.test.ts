/** The server's health and `tiro doctor` see the same disk alike. */
import { expect, test } from "bun:test";
import { checkDisk } from "../../src/cli/doctor/site-checks.ts";
import { limits } from "../../src/config/limits.ts";
import { healthRoutes } from "../../src/http/health.ts";
import { judgeSpace } from "../../src/store/data-folder/disk-space.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const server = await testServer();

const DISKS: [freeBytes: number, health: string, doctor: string][] = [
  [10 * limits.diskLowBytes, "ok", "ok"],
  [limits.diskLowBytes, "ok", "ok"],
  [limits.diskLowBytes - 1, "degraded", "warn"],
  [limits.diskFullBytes, "degraded", "warn"],
  [limits.diskFullBytes - 1, "unavailable", "fail"],
];
test.each(DISKS)(
  "a disk with %d bytes free is %s for health and %s for the doctor",
  async (free, health, doctor) => {
    const readDisk = async () => judgeSpace(free);
    const route = healthRoutes({ ...server.context, readDisk }).find(({ path }) => path === "/health");
    const answer = (await route?.handle({} as never)) as Response;
    expect(((await answer.json()) as Json).checks.disk).toEqual({ status: health, free_bytes: free });
    expect((await checkDisk("/srv/tiro", readDisk)).status).toBe(doctor as "ok");
  },
);
