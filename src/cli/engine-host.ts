/** `tiro engine-host`: recognition in a process of its own. Started by `tiro serve` and `transcribe`, never by hand. */
export { runEngineHost } from "../engine/host/host.ts";
