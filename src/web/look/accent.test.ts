import { expect, test } from "bun:test";
import { HARDEST_LIGHT_SURFACE, READABLE_CONTRAST } from "../../config/web-schema.ts";
import { contrast, parseColour, toHex } from "../../lib/colour.ts";
import { accentSheet } from "./accent.ts";
import tokens from "./tokens.css" with { type: "text" };

test("black on white is 21:1, a colour on itself 1:1", () => {
  expect(contrast(parseColour("#000000"), parseColour("#ffffff"))).toBeCloseTo(21);
  expect(contrast(parseColour("#0d5560"), parseColour("#0d5560"))).toBe(1);
  expect(toHex(parseColour("#0d5560"))).toBe("#0d5560");
});

/** Every hue, as light as the configuration lets it be, and much darker. */
const colours = Array.from({ length: 24 }, (_, index) => index * 15).flatMap((hue) =>
  [0.5, 0.35, 0.2, 0.05].flatMap((lightness) => {
    const colour = fromHsl(hue, lightness);
    return contrast(parseColour(colour), parseColour(HARDEST_LIGHT_SURFACE)) >= READABLE_CONTRAST
      ? [colour]
      : [];
  }),
);

test("text is read in every shade of every colour that the configuration takes, light and dark", () => {
  expect(colours.length).toBeGreaterThan(40);
  const surfaces = ["--paper", "--sunken", "--raised", "--hover"].map((name) => pairOf(tokens, name));
  for (const colour of colours) {
    const sheet = accentSheet(colour);
    const [accent, strong, on, soft] = ["", "-strong", "", "-soft"].map((suffix, index) =>
      pairOf(sheet, index === 2 ? "--on-accent" : `--accent${suffix}`),
    );
    const ink = pairOf(tokens, "--ink");
    for (const side of [0, 1] as const) {
      const read = (text = ["", ""], ground = ["", ""]) =>
        contrast(parseColour(text[side] ?? ""), parseColour(ground[side] ?? ""));
      const ratios = [
        ...surfaces.map((surface) => read(accent, surface)),
        ...surfaces.map((surface) => read(strong, surface)),
        read(on, accent),
        read(strong, soft),
        read(ink, soft),
      ];
      expect([colour, side, Math.min(...ratios) >= READABLE_CONTRAST]).toEqual([colour, side, true]);
    }
  }
});

function pairOf(sheet: string, name: string): string[] {
  const [, light = "", dark = ""] = new RegExp(`${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(sheet) ?? [];
  return [light, dark];
}

function fromHsl(hue: number, lightness: number): string {
  const spread = Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    return 255 * (lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return toHex([channel(0), channel(8), channel(4)]);
}
