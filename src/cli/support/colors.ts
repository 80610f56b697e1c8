/** Colours for people at a terminal, after https://no-color.org and https://force-color.org. */

interface Output {
  isTTY?: boolean | undefined;
}

export function hasColors(output: Output, environment: NodeJS.ProcessEnv = process.env): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return !NO_COLOR && output.isTTY === true && TERM !== "dumb";
}

export type Style = (text: string) => string;

export const styled =
  (on: number, off: number): Style =>
  (text) =>
    text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`;

export const bold = styled(1, 22);
export const red = styled(31, 39);
export const green = styled(32, 39);
export const yellow = styled(33, 39);

/** The style where standard output shows colours, else the plain text. */
export function onStandardOutput(style: Style): Style {
  return hasColors(process.stdout) ? style : (text) => text;
}
