/** A text that grows without measure ends the work on it before it fills the memory. */
export class TextTooLong extends Error {
  constructor(mostChars: number) {
    super(`the text would be longer than ${mostChars} characters`);
    this.name = "TextTooLong";
  }
}

/** @throws TextTooLong */
export function assertLength(text: string, mostChars: number): void {
  if (text.length > mostChars) throw new TextTooLong(mostChars);
}
