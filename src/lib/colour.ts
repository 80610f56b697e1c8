/** Colours as sRGB, and how well one is read on another (WCAG 2.2, "contrast ratio"). */

export type Colour = readonly [red: number, green: number, blue: number];

/** @param hex such as `#0d5560`. */
export function parseColour(hex: string): Colour {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

export function toHex(colour: Colour): string {
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

/** @param share of `other` in it, from 0 to 1. */
export function mix(colour: Colour, other: Colour, share: number): Colour {
  const [red, green, blue] = colour.map(
    (channel, index) => channel + ((other[index] ?? 0) - channel) * share,
  );
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/** From 1, the same, to 21, black on white. */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
