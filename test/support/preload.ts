/**
 * Real recognizers and decoders take their time on a busy machine. Bun 1.4.5 lets this reach the first file of a run
 * only, which is the one for `bun test FILE`; scripts/test.ts sets the same for all files on its command line.
 */
import { setDefaultTimeout } from "bun:test";

setDefaultTimeout(300_000);
