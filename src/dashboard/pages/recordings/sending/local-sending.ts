import { signal } from "@preact/signals";

/** Recordings of this browser that are on their way to the server, by their ids. */
export const sending = signal<ReadonlySet<string>>(new Set());
