import { expect, test } from "bun:test";
import { callerAddress } from "./caller-address.ts";

const SOCKET = { requestIP: () => ({ address: "127.0.0.1" }) };

const cases: [trust: boolean, header: string | null, address: string][] = [
  [false, null, "127.0.0.1"],
  [false, "10.0.0.1", "127.0.0.1"],
  [true, null, "127.0.0.1"],
  [true, "10.0.0.1", "10.0.0.1"],
  [true, "1.2.3.4, 10.0.0.1", "10.0.0.1"],
  [true, "1.2.3.4,2001:db8::1 ", "2001:db8::1"],
  [true, "", "127.0.0.1"],
  [true, "10.0.0.1, unknown", "127.0.0.1"],
  [true, "10.0.0.1:4711", "127.0.0.1"],
];
for (const [trust, header, address] of cases)
  test(`${header} ${trust ? "behind a proxy" : "without one"} is ${address}`, () => {
    const request = new Request(
      "http://x/",
      header === null ? {} : { headers: { "X-Forwarded-For": header } },
    );
    expect(callerAddress(request, SOCKET, trust)).toBe(address);
  });

test("an application that does not listen knows no address", () => {
  expect(callerAddress(new Request("http://x/"), null, false)).toBe("unknown");
});
