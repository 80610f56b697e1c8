/** What `tiro live` writes: final words as they come, a line an utterance; at a terminal also, in grey, what may change. */
import type { LiveEvent } from "../../engine/live.ts";
import { hasColors, styled } from "../support/colors.ts";

const grey = styled(90, 39);
const ERASE_LINE = "\r\u001b[2K";

interface Output {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

export type Show = (event: LiveEvent) => void;

/** Whether text that may change can be shown, and taken back. */
export function showsPartials(output: Output, json: boolean): boolean {
  return json || (output.isTTY === true && process.env.TERM !== "dumb");
}

export function showOn(output: Output, json: boolean): Show {
  if (json) return (event) => void output.write(`${JSON.stringify(event)}\n`);
  return showsPartials(output, json) ? atTerminal(output) : asText(output);
}

function asText(output: Output): Show {
  return (event) => {
    if (event.type === "words") output.write(event.text);
    if (event.type === "utterance" && event.text !== "") output.write("\n");
  };
}

/** The line that is being spoken is written anew each time; of a long one its end is seen. */
function atTerminal(output: Output): Show {
  const style = hasColors(output) ? grey : (text: string) => text;
  let final = "";
  let partial = "";
  const rewrite = () => {
    const room = Math.max((output.columns ?? 80) - 1, 1);
    const shownPartial = partial.slice(-room);
    const shownFinal = final.slice(Math.max(final.length - (room - shownPartial.length), 0));
    output.write(`${ERASE_LINE}${shownFinal}${style(shownPartial)}`);
  };
  return (event) => {
    if (event.type === "words") {
      final += event.text;
      partial = "";
      rewrite();
    } else if (event.type === "partial") {
      partial = event.text;
      rewrite();
    } else if (event.type === "utterance") {
      output.write(event.text === "" ? ERASE_LINE : `${ERASE_LINE}${event.text}\n`);
      final = "";
      partial = "";
    }
  };
}
