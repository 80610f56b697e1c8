/**
 * `bun run bench:fairness`: how long a dictation takes (its lane in the queue, its lane in the recognizer) on an idle
 * machine, and while fifty jobs of ten minutes wait; likewise a short synchronous call. Ends with 1 where the goal
 * is missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { loadConfig } from "../../src/config/load.ts";
import { type Context, createContext } from "../../src/context.ts";
import { newId } from "../../src/lib/ids.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import type { CreateRequest } from "../../src/transcription/service.ts";
import { speech, wavFile } from "./speech.ts";
