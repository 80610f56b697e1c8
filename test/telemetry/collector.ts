/** An OpenTelemetry collector: takes OTLP over HTTP as JSON and keeps the spans. */
import type { Json } from "../support/server.ts";

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  /** 1: within the program; 2: of a server. */
  kind: number;
  failed: boolean;
  durationMs: number;
  attributes: Record<string, string | number | boolean>;
}

export interface Collector {
  endpoint: string;
  spans: CollectedSpan[];
  /** As they came. */
  bodies: string[];
  headers: Headers[];
  resource(): Record<string, string>;
  stop(): Promise<void>;
}

const STATUS_ERROR = 2;

export function startCollector(): Collector {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const headers: Headers[] = [];
  let resource: Record<string, string> = {};
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    routes: {
      "/v1/traces": {
        POST: async (request) => {
          headers.push(request.headers);
          const text = await request.text();
          bodies.push(text);
          for (const { resource: source, scopeSpans } of JSON.parse(text).resourceSpans) {
            resource = attributesOf(source.attributes) as Record<string, string>;
            for (const { spans: found } of scopeSpans) spans.push(...found.map(spanOf));
          }
          return Response.json({});
        },
      },
    },
    fetch: () => new Response(null, { status: 404 }),
  });
  return {
    endpoint: server.url.origin,
    spans,
    bodies,
    headers,
    resource: () => resource,
    stop: () => server.stop(true),
  };
}

function spanOf(span: Json): CollectedSpan {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId || null,
    name: span.name,
    kind: span.kind,
    failed: span.status?.code === STATUS_ERROR,
    durationMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
    attributes: attributesOf(span.attributes),
  };
}

function attributesOf(attributes: Json[]): CollectedSpan["attributes"] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
}
