import { expect, test } from "bun:test";
import { cookieOf } from "./cookies.ts";

const requestWith = (cookie: string) => new Request("http://tiro.test/", { headers: { Cookie: cookie } });

test("behind TLS browsers keep it for this host and for TLS alone", () => {
  const cookie = cookieOf("https://tiro.test", "tiro_session");
  expect(cookie.set("abc", 60)).toBe(
    "__Host-tiro_session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  );
  expect(cookie.clear()).toBe("__Host-tiro_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
  expect(cookie.read(requestWith("tiro_session=planted; __Host-tiro_session=abc"))).toBe("abc");
  expect(cookie.read(requestWith("tiro_session=planted"))).toBeNull();
});

test("without TLS it has no prefix, which browsers would refuse", () => {
  const cookie = cookieOf("http://tiro.test:8420", "tiro_session");
  expect(cookie.set("abc", 60)).toBe("tiro_session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax");
  expect(cookie.read(requestWith("x_tiro_session=no; a=b;tiro_session=abc"))).toBe("abc");
  expect(cookie.read(requestWith("tiro_session="))).toBe("");
  expect(cookie.read(new Request("http://tiro.test/"))).toBeNull();
});
