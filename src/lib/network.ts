import { isIPv4, isIPv6 } from "node:net";

const GROUPS = 8;
const V4_BITS = 32;
const V6_BITS = 128;

/**
 * The unit by which an address counts: an IPv4 address as itself, an IPv6 address as its /64, all of which one household or
 * machine has. Anything else stays as it is.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (isMapped(groups))
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** Whether a host, as a name or an address with or without brackets, is this machine alone (RFC 6761 §6.3, RFC 1122 §3.2.1.3). */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return bare === "localhost" || bare === "::1" || (isIPv4(bare) && bare.startsWith("127."));
}

/** A range of addresses of one family. */
interface Network {
  bits: number;
  address: bigint;
  prefix: number;
}

/** Whether it is an address, or a network in CIDR notation without bits after its prefix. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== null;
}

/** Whether the address lies in one of the networks. An IPv4 address that is written as IPv6 (`::ffff:…`) is IPv4. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const of = parseNetwork(address.replace(/%.*$/, ""));
  if (of === null || of.prefix !== of.bits) return false;
  return networks.some((text) => {
    const network = parseNetwork(text);
    if (network === null || network.bits !== of.bits) return false;
    const host = BigInt(network.bits - network.prefix);
    return of.address >> host === network.address >> host;
  });
}

function parseNetwork(text: string): Network | null {
  const [address = "", digits, ...rest] = text.split("/");
  if (rest.length > 0 || address.includes("%") || !(isIPv4(address) || isIPv6(address))) return null;
  const written = isIPv4(address) ? V4_BITS : V6_BITS;
  if (digits !== undefined && !/^(0|[1-9]\d{0,2})$/.test(digits)) return null;
  const prefix = digits === undefined ? written : Number(digits);
  if (prefix > written) return null;
  const groups = isIPv4(address) ? partsOf(address) : groupsOf(address);
  const mapped = written === V6_BITS && isMapped(groups) && prefix >= V6_BITS - V4_BITS;
  const bits = mapped ? V4_BITS : written;
  const value = groups.slice(mapped ? 6 : 0).reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
  const network = { bits, address: value, prefix: mapped ? prefix - (V6_BITS - V4_BITS) : prefix };
  const hostBits = (1n << BigInt(network.bits - network.prefix)) - 1n;
  return (value & hostBits) === 0n ? network : null;
}

/** IPv4 within IPv6 (RFC 4291 §2.5.5.2). */
function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

/** Of an IPv6 address, all eight. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address.replace(/%.*$/, "").split("::").map(partsOf);
  return [...head, ...new Array<number>(GROUPS - head.length - tail.length).fill(0), ...tail];
}

/** Groups of one side of `::`; its last part may be written as IPv4. */
function partsOf(side: string): number[] {
  if (side === "") return [];
  return side.split(":").flatMap((part) => {
    if (!part.includes(".")) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split(".").map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
