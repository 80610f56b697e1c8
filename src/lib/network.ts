import { isIPv6 } from "node:net";

const GROUPS = 8;

/**
 * What an address counts as: an IPv4 address as itself, an IPv6 address as its /64, all of which one household or
 * machine has. Anything else stays as it is.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = [], tail = []] = address.replace(/%.*$/, "").split("::").map(groupsOf);
  const groups = [...head, ...new Array<number>(GROUPS - head.length - tail.length).fill(0), ...tail];
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** Of one side of `::`; its last part may be written as IPv4. */
function groupsOf(side: string): number[] {
  if (side === "") return [];
  return side.split(":").flatMap((part) => {
    if (!part.includes(".")) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split(".").map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
