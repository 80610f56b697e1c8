/** Traces of requests and their steps, sent to a collector by OTLP over HTTP (https://opentelemetry.io/docs/specs/otlp). */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  type DiagLogger,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { systemClock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { addTracer, type StepFacts } from "../../lib/tracing.ts";
import type { Exchange, Middleware } from "../../web/route.ts";
import { traceFailures } from "./failures.ts";

export interface Traces {
  /** Outside of all other middleware, which belongs to the request's time. */
  requests: Middleware;
  /** Sends what is left, for a moment. */
  close(): Promise<void>;
}

export interface TracesOptions {
  endpoint: string;
  samplePercent: Config["traces"]["sample_percent"];
  authorization: string | null;
  version: string;
  logger: Logger;
}

/** Which step runs; a job continues in that of the request that created it. */
const current = new AsyncLocalStorage<Context>();

const propagator = new W3CTraceContextPropagator();
const headerGetter = {
  keys: (headers: Headers) => [...headers.keys()],
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
};

export function openTraces({
  endpoint,
  samplePercent,
  authorization,
  version,
  logger,
}: TracesOptions): Traces {
  const lost = new LostTraces(logger);
  setGlobalErrorHandler((error) => lost.tell(causeOf(error)));
  // The library says only there that its queue was full.
  diag.setLogger(lost, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    headers: authorization === null ? {} : { Authorization: authorization },
    timeoutMillis: limits.tracesSendMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "tiro", "service.version": version }),
    sampler: samplerOf(samplePercent),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: limits.tracesQueued,
        scheduledDelayMillis: limits.tracesEveryMs,
        exportTimeoutMillis: limits.tracesSendMs,
      }),
    ],
  });
  const tracer = provider.getTracer("tiro", version);
  const run = async <T>(span: Span, parent: Context, work: () => Promise<T>): Promise<T> => {
    try {
      return await current.run(trace.setSpan(parent, span), work);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };
  const endTracing = addTracer({
    step: (name, work) => {
      const parent = current.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: SpanKind.INTERNAL }, parent);
      return run(span, parent, () => work((facts) => void span.setAttributes(named(facts))));
    },
  });
  const requests: Middleware = (next) => (exchange) => {
    const parent = propagator.extract(ROOT_CONTEXT, exchange.request.headers, headerGetter);
    const attributes = { "http.request.method": exchange.request.method, "http.route": exchange.route.path };
    const name = `${exchange.request.method} ${exchange.route.path}`;
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    return run(span, parent, async () => {
      const answer = await next(exchange);
      tellAnswer(span, exchange, answer.status);
      return answer;
    });
  };
  return {
    requests,
    close: async () => {
      endTracing();
      const sent = provider.shutdown().catch((error) => lost.tell(causeOf(error)));
      const late = new Promise<"late">((resolve) => {
        setTimeout(resolve, limits.tracesCloseMs, "late").unref();
      });
      if ((await Promise.race([sent, late])) === "late") lost.tell("the collector did not answer in time");
    },
  };
}

/** Each batch meets the same outage: one line at first, and then one a minute. */
class LostTraces implements DiagLogger {
  readonly #logger: Logger;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  tell(cause: string): void {
    traceFailures.add({});
    if (systemClock.monotonic() - this.#toldAt < limits.tracesFailureToldEveryMs) return;
    this.#toldAt = systemClock.monotonic();
    this.#logger.warn("traces_not_sent", {
      cause,
      hint: "Check traces.endpoint, and whether the collector runs.",
    });
  }

  error = (message: string) => this.tell(message);
  warn = (message: string) => this.tell(message);
  info(): void {}
  debug(): void {}
  verbose(): void {}
}

/** A caller that traces decides for its request; of the others so many are taken. */
function samplerOf(percent: number): Sampler {
  const root = percent === 100 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(percent / 100);
  return new ParentBasedSampler({ root });
}

function tellAnswer(span: Span, { requestId, errorCode }: Exchange, status: number): void {
  span.setAttributes({ "http.response.status_code": status, "tiro.request_id": requestId });
  if (errorCode !== null) span.setAttribute("error.type", errorCode);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function named(facts: StepFacts): StepFacts {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [`tiro.${name}`, value]));
}

function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
