/** Which files are sound, and which are transcripts. */
const TRANSCRIPTS = /\.(srt|vtt|txt|json)$/i;
/** Far above what hours of words need. */
const TRANSCRIPT_BYTES = 8 * 1024 * 1024;

/** Its words are taken as they stand. */
export function isTranscript({ name, size }: Pick<File, "name" | "size">): boolean {
  return TRANSCRIPTS.test(name) && size <= TRANSCRIPT_BYTES;
}

export function withoutEnding(name: string): string {
  return name.replace(/\.[^.]{1,5}$/, "");
}
