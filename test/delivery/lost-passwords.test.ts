/** The cost of a flood of lost passwords. */
import { expect, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import { networkOf } from "../../src/lib/network.ts";
import { inTransaction } from "../../src/store/db.ts";
import { countWaiting, insertDelivery } from "../../src/store/delivery/deliveries.ts";
import { testPeople } from "../support/test-servers.ts";

/** Its clock stands, so that nothing is forgiven meanwhile. */
const people = await testPeople({
  environment: {
    TIRO_MAIL_SERVER: "smtp://127.0.0.1:1",
    TIRO_MAIL_FROM: "tiro@example.com",
    TIRO_SERVER_PUBLIC_URL: "https://tiro.example.com",
  },
});
// Closed, so that messages wait: an open one drops those for addresses that nobody has.
await people.server.context.outbox?.close();

const ask = (email: string) => people.visitor().post("/login/lost-password", { email });
const waiting = () => countWaiting(people.server.context.db, "lost_password");

test("a network asks so often and no more, and hears how long to wait", async () => {
  for (let asked = 0; asked < limits.lostPasswordsPerNetwork; asked++)
    expect((await ask(`p${asked}@example.com`)).status).toBe(200);
  const refused = await ask("p@example.com");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(waiting()).toBe(limits.lostPasswordsPerNetwork);
});

test("beyond what may wait nothing more is queued, and the answer is the same", async () => {
  const { db, clock } = people.server.context;
  inTransaction(db, () => {
    for (let count = waiting(); count < limits.lostPasswordsWaiting; count++) {
      const delivery = {
        lane: "mail",
        kind: "lost_password",
        recipient: `q${count}@example.com`,
        details: {},
      };
      insertDelivery(db, { ...delivery, nowMs: clock.now() });
    }
  });
  // As from a network that has not asked yet.
  people.server.context.lostPasswordAttempts.forget(networkOf("127.0.0.1"));
  expect((await ask("one-more@example.com")).status).toBe(200);
  expect(waiting()).toBe(limits.lostPasswordsWaiting);
});
