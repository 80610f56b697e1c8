/** Whether the recognizers and decoders of this site are fenced in. */
import { missingOf, type SandboxSupport, sandboxSupport } from "../../native/sandbox/support.ts";
import { TiroError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import type { SandboxMode } from "../lib/sandbox.ts";

/** `partial`: the kernel lacks a part of it. */
export type SandboxState = "on" | "partial" | "off";

/**
 * Warns in the log of what is missing.
 * @throws TiroError `internal_error` if it is required and this kernel cannot.
 */
export function sandboxState(
  mode: SandboxMode,
  logger: Logger,
  support: () => SandboxSupport = sandboxSupport,
): SandboxState {
  if (mode === "off") {
    logger.warn("sandbox_off", { hint: 'engine.sandbox is "off"' });
    return "off";
  }
  const missing = missingOf(support());
  if (missing.length === 0) return "on";
  if (mode === "required")
    throw new TiroError("internal_error", "Recognizers and decoders cannot be confined on this system.", {
      hint: `engine.sandbox is "required", but the kernel lacks ${missing.join(" and ")}.`,
    });
  logger.warn("sandbox_partial", { missing: missing.join(" and ") });
  return "partial";
}
