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

/** A file to send, and the transcript of the same name that was given with it: its words need no recognition. */
export interface GivenFile {
  file: File;
  transcript: File | null;
}

/** In their order. Of several with one name, as in folders, the first belongs to the first. */
export function withTranscripts(files: readonly File[]): GivenFile[] {
  const sounds = files.filter((file) => !isTranscript(file));
  const byName = Map.groupBy(files.filter(isTranscript), nameOf);
  const taken = new Map(sounds.map((sound) => [sound, byName.get(nameOf(sound))?.shift() ?? null]));
  const alone = new Set([...byName.values()].flat());
  return files
    .filter((file) => taken.has(file) || alone.has(file))
    .map((file) => ({ file, transcript: taken.get(file) ?? null }));
}

function nameOf({ name }: File): string {
  return withoutEnding(name).toLowerCase();
}
