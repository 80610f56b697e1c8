import { expect, test } from "bun:test";
import { isNetwork, isWithin, networkOf } from "./network.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:c000:207", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["192.0.2.7", ["192.0.2.0/24"], true],
  ["192.0.3.7", ["192.0.2.0/24"], false],
  ["192.0.3.7", ["192.0.2.0/24", "192.0.3.7"], true],
  ["192.0.3.8", ["192.0.3.7/32"], false],
  ["::ffff:192.0.2.7", ["192.0.2.0/24"], true],
  ["::FFFF:c000:207", ["192.0.2.0/24"], true],
  ["192.0.2.7", ["::ffff:192.0.2.0/120"], true],
  ["203.0.113.1", ["0.0.0.0/0"], true],
  ["2001:db8::1", ["0.0.0.0/0"], false],
  ["203.0.113.1", ["::/0"], false],
  ["::ffff:203.0.113.1", ["::/0"], false],
  ["2001:db8::1", ["::/0"], true],
  ["2001:DB8:0:1:ffff::", ["2001:db8:0:1::/64"], true],
  ["2001:db8:0:2::", ["2001:db8:0:1::/64"], false],
  ["2001:db8:0:3::", ["2001:db8:0:2::/63"], true],
  ["fe80::1%eth0", ["fe80::/10"], true],
  ["unknown", ["0.0.0.0/0", "::/0"], false],
  ["192.0.2.0/24", ["192.0.2.0/24"], false],
  ["192.0.2.7", [], false],
])("%s within %p: %p", (address, networks, within) => {
  expect(isWithin(address, networks)).toBe(within);
});

test.each([
  ["10.0.0.0/8", true],
  ["10.0.0.1", true],
  ["2001:db8::/32", true],
  ["::1/128", true],
  ["::ffff:10.0.0.0/104", true],
  ["10.0.0.1/8", false],
  ["2001:db8::1/32", false],
  ["10.0.0.0/33", false],
  ["10.0.0.0/08", false],
  ["10.0.0.0/", false],
  ["10.0.0.0/8/8", false],
  ["10.0.0", false],
  ["fe80::1%eth0", false],
  ["example.com", false],
  ["", false],
])("%s is a network: %p", (text, is) => {
  expect(isNetwork(text)).toBe(is);
});
