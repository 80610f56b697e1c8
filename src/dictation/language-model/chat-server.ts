/** One question to an OpenAI-compatible server: `POST {url}/chat/completions`, bounded in time and size. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";

/**
 * How each server switches thinking off, which would take longer than a dictation may wait: the templates' own
 * parameter (vLLM, llama.cpp's server), or an effort (Ollama). If it can't be switched off, thoughts are cut away.
 */
const NO_THINKING = {
  openai: {},
  vllm: { chat_template_kwargs: { enable_thinking: false } },
  "llama.cpp": { chat_template_kwargs: { enable_thinking: false } },
  ollama: { reasoning_effort: "none" },
} as const;

export type ServerKind = keyof typeof NO_THINKING;

export interface ChatServerOptions {
  /** Without `/chat/completions`. */
  url: string;
  model: string;
  kind: ServerKind;
  apiKey: string | null;
  /** For everything from the connection to the last byte of the answer. */
  timeoutMs: number;
}

export interface ChatQuestion {
  system: string;
  user: string;
  /** The limit of the model's answer. */
  maxTokens: number;
}

export type ChatFailure =
  | { kind: "aborted" }
  | { kind: "late" }
  /** @property cause the runtime's name of the fault, such as `ECONNREFUSED`. */
  | { kind: "unreachable"; cause: string }
  /** It would send the text elsewhere: redirects are not followed. */
  | { kind: "redirected"; status: number }
  | { kind: "refused"; status: number }
  | { kind: "too_large" }
  | { kind: "not_a_completion" };

export type ChatAnswer = { content: string } | { failure: ChatFailure };

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** Asks the server to hold the model to the form: OpenAI's structured outputs. */
const RESPONSE_FORMAT = {
  type: "json_schema",
  json_schema: {
    name: "result",
    strict: true,
    schema: {
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
      additionalProperties: false,
    },
  },
};

export class ChatServer {
  readonly #options: ChatServerOptions;
  readonly #endpoint: string;
  /** Servers without structured outputs, or with other fields, refuse the whole question; then it goes without. */
  #takesExtras = true;

  constructor(options: ChatServerOptions) {
    this.#options = options;
    this.#endpoint = `${options.url.replace(/\/+$/, "")}/chat/completions`;
  }

  async ask(question: ChatQuestion, signal?: AbortSignal): Promise<ChatAnswer> {
    if (signal?.aborted) return { failure: { kind: "aborted" } };
    const ending = new AbortController();
    const end = () => ending.abort();
    const timer = setTimeout(end, this.#options.timeoutMs);
    signal?.addEventListener("abort", end, { once: true });
    try {
      return await this.#askInEitherForm(question, ending.signal);
    } catch (error) {
      if (signal?.aborted) return { failure: { kind: "aborted" } };
      if (ending.signal.aborted) return { failure: { kind: "late" } };
      return { failure: { kind: "unreachable", cause: nameOf(error) } };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    }
  }

  async #askInEitherForm(question: ChatQuestion, signal: AbortSignal): Promise<ChatAnswer> {
    const answer = await this.#post(question, this.#takesExtras, signal);
    if (!this.#takesExtras || !isBadRequest(answer)) return answer;
    const plain = await this.#post(question, false, signal);
    if ("content" in plain) this.#takesExtras = false;
    return plain;
  }

  async #post(question: ChatQuestion, withExtras: boolean, signal: AbortSignal): Promise<ChatAnswer> {
    const { model, kind, apiKey } = this.#options;
    const response = await fetch(this.#endpoint, {
      method: "POST",
      redirect: "manual",
      signal,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "accept-encoding": "identity",
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages: [
          { role: "system", content: question.system },
          { role: "user", content: question.user },
        ],
        temperature: 0,
        max_tokens: question.maxTokens,
        stream: false,
        ...(withExtras && { response_format: RESPONSE_FORMAT, ...NO_THINKING[kind] }),
      }),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      const kind = response.status >= 300 && response.status < 400 ? "redirected" : "refused";
      return { failure: { kind, status: response.status } };
    }
    const bytes = await readBounded(response);
    return bytes === null ? { failure: { kind: "too_large" } } : readCompletion(bytes);
  }
}

/** The server understood, and does not take this question: nothing is wrong with the server. */
export function isBadRequest(answer: ChatAnswer): boolean {
  if (!("failure" in answer) || answer.failure.kind !== "refused") return false;
  return [400, 413, 422].includes(answer.failure.status);
}

/** Null if there is more than allowed; the rest is not read. */
async function readBounded(response: Response): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limits.languageModelAnswerBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readCompletion(bytes: Uint8Array): ChatAnswer {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { failure: { kind: "not_a_completion" } };
  }
  const completion = completionSchema.safeParse(body);
  const content = completion.data?.choices[0]?.message.content;
  return content === undefined ? { failure: { kind: "not_a_completion" } } : { content };
}

/** A fault's name only: messages may quote what was sent. */
function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return [code, name].find((word) => typeof word === "string") ?? "unknown";
}
