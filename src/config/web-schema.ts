import { z } from "zod";
import { limits } from "./limits.ts";
import { optional, path, patterned, section, setting } from "./setting.ts";

/** Of `tokens.css`, the surface of light windows on which text is hardest to read. */
export const HARDEST_LIGHT_SURFACE = "#ecece7";
/** WCAG 2.2, 1.4.3. */
export const READABLE_CONTRAST = 4.5;

/** How the pages look, and what a company puts beside them. */
export const webSchema = section({
  name: setting(
    z.string().trim().min(1).max(limits.productNameChars),
    "tiro",
    "Name of the product in the app, on every page and in the titles of windows.",
    "Acme Dictation",
  ),
  site_dir: optional(
    path,
    "/etc/tiro/site",
    "Folder with a company's own files, served to everybody at `/site/`: a logo, an imprint, help pages. Scripts in them do not run.",
  ),
  logo: optional(
    patterned(
      /^[\w-][\w.-]*(\/[\w-][\w.-]*)*\.(svg|png|webp)$/,
      "the path of an SVG, PNG or WebP file, such as `logo.svg`",
    ),
    "logo.svg",
    "A file in `web.site_dir` that the app and the pages show in place of tiro's mark. It must be readable on white and on black.",
  ),
  color: optional(
    patterned(/^#[0-9a-fA-F]{6}$/, "a colour, such as `#0a6cff`"),
    "#0d5560",
    "The colour of links and buttons, dark enough to be read on white (4.5:1). tiro derives the shade for dark windows.",
  ),
});
