/** How long tokens live is the site's choice. */
import { expect, test } from "bun:test";
import { bearer } from "../support/oauth.ts";
import { useSite } from "./site.ts";

const site = useSite({ TIRO_OAUTH_ACCESS_TOKEN_MINUTES: "5", TIRO_OAUTH_REFRESH_TOKEN_DAYS: "1" });

test("tokens end when the site says", async () => {
  const tokens = await site.app.tokens(site.person);
  expect(tokens.expires_in).toBe(300);
  const me = async () => (await fetch(`${site.api}/me`, { headers: bearer(tokens.access_token) })).status;
  site.clock.nowMs += 299_000;
  expect(await me()).toBe(200);
  site.clock.nowMs += 2_000;
  expect(await me()).toBe(401);
  site.clock.nowMs += 24 * 3600_000 - 302_000;
  const { status, body } = await site.app.refresh(tokens.refresh_token);
  expect(status).toBe(200);
  site.clock.nowMs += 24 * 3600_000;
  expect((await site.app.refresh(body.refresh_token)).body.error).toBe("invalid_grant");
});
