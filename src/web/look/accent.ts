/** The shades of an operator's own colour, in the place of those of `tokens.css`. */
import { READABLE_CONTRAST } from "../../config/web-schema.ts";
import { type Colour, contrast, mix, parseColour, toHex } from "../../lib/colour.ts";

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
/** Of `tokens.css`: the page, and the surface of dark windows on which text is hardest to read. */
const LIGHT_PAPER = parseColour("#fdfdfb");
const DARK_PAPER = parseColour("#15181f");
const HARDEST_DARK_SURFACE = parseColour("#272c37");
const STEP = 0.04;

/** @returns a style sheet. High contrast keeps its own colours. */
export function accentSheet(hex: string): string {
  const light = parseColour(hex);
  const dark = lightened(light);
  const pair = (one: Colour, other: Colour) => `light-dark(${toHex(one)}, ${toHex(other)})`;
  return `@media not (prefers-contrast: more) {
  :root {
    --accent: ${pair(light, dark)};
    --accent-strong: ${pair(mix(light, BLACK, 0.25), mix(dark, WHITE, 0.4))};
    --on-accent: ${pair(WHITE, mix(light, BLACK, 0.8))};
    --accent-soft: ${pair(mix(light, LIGHT_PAPER, 0.9), mix(light, DARK_PAPER, 0.75))};
  }
}
`;
}

/** Until it is read on every dark surface. */
function lightened(colour: Colour): Colour {
  for (let share = 0; share < 1; share += STEP) {
    const shade = mix(colour, WHITE, share);
    if (contrast(shade, HARDEST_DARK_SURFACE) >= READABLE_CONTRAST) return shade;
  }
  return WHITE;
}
