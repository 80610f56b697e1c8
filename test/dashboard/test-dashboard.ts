/** A dashboard for all tests of a file: `const dashboard = await testDashboard()`. */
import { afterAll, afterEach } from "bun:test";
import { hasChromium } from "../support/chromium.ts";
import { Dashboard, type DashboardOptions } from "./dashboard.ts";
import { microphone } from "./microphone.ts";

/** After each test its pages are left, and none had a fault; it is closed at the end. Without Chromium there is none. */
export async function testDashboard(options?: DashboardOptions): Promise<Dashboard> {
  if (!hasChromium) return undefined as unknown as Dashboard;
  const dashboard = await Dashboard.open(options);
  afterEach(async () => {
    await dashboard.leaveAll();
    dashboard.expectNoFaults();
  });
  afterAll(async () => dashboard[Symbol.asyncDispose]());
  return dashboard;
}

/** With a microphone, and a recognizer that is ready. */
export async function hearingDashboard(options?: DashboardOptions): Promise<Dashboard> {
  microphone.says("synth_02_rms");
  const dashboard = await testDashboard({ ...options, flags: microphone.flags });
  if (hasChromium) await dashboard.server.context.engine.ready();
  return dashboard;
}
