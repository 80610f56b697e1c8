/** Run before every test file (bunfig.toml): real recognizers and decoders take their time on a busy machine. */
import { setDefaultTimeout } from "bun:test";

setDefaultTimeout(60_000);
