import type { Schema } from "./fields.ts";

interface Media {
  schema?: Schema;
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description?: string;
  content?: Record<string, Media>;
}

/** As much of an Operation Object as the page shows, with its references followed. */
export interface ShownOperation {
  method: string;
  path: string;
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
  security: Record<string, string[]>[];
}
