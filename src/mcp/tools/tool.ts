/** A tool. Its schemas stand in `tools/list`, so every field says what it means to the assistant that reads it. */
import { z } from "zod";
import type { Principal } from "../../accounts/authentication/principal.ts";
import type { Scope } from "../../accounts/credentials/scopes.ts";
import type { DictationUseCases } from "../../dictation/use-cases.ts";

export interface ToolContext {
  principal: Principal;
  dictation: DictationUseCases;
}

export interface Tool<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  name: string;
  title: string;
  description: string;
  /** The scope that an OAuth token needs. */
  scope: Scope;
  /** Hints to the assistant's program, in the protocol's own words. */
  annotations: {
    readOnlyHint: boolean;
    /** It changes or deletes what was there; adding is not destructive. */
    destructiveHint: boolean;
    /** Calling it twice does no more than calling it once. */
    idempotentHint: boolean;
    /** It reaches things outside of this server. */
    openWorldHint: boolean;
  };
  input: Input;
  output: Output;
  /** @throws TiroErrors of the contract. */
  run(context: ToolContext, input: z.output<Input>): z.input<Output> | Promise<z.input<Output>>;
}

/** Lets the schemas decide the types of `run`. */
export function defineTool<Input extends z.ZodType, Output extends z.ZodType>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}

export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const ADDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const REPLACES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

/** Shared arguments of tools. */
export const sessionId = z
  .string("must be the id of a session, such as list_sessions gives")
  .regex(/^ses_[0-9a-f]{32}$/, "must be the id of a session: ses_ and 32 lower-case hex digits")
  .describe("Id of the session, as list_sessions gives it.");
