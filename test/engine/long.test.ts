/** Long speech: right times to the end, in memory that does not grow with it. */
import { test } from "bun:test";
import { hearForLong } from "./long-speech.ts";

test("ten minutes of speech", () => hearForLong(10), 300_000);
