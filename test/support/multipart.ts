/** Multipart bodies written by hand, so that they can be wrong in every way. */
export interface Part {
  /** Value of Content-Disposition; `form-data; name="…"` from `name` and `fileName` unless given; null for none. */
  disposition?: string | null;
  name?: string;
  fileName?: string;
  type?: string;
  body?: string | Uint8Array;
}

export const BOUNDARY = "tiro-test-boundary";
export const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export function multipart(parts: readonly Part[]): Buffer {
  return Buffer.concat([...parts.map(encodePart), Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

function encodePart({ disposition, name, fileName, type, body = "" }: Part): Buffer {
  const file = fileName === undefined ? "" : `; filename="${fileName}"`;
  const value = disposition === undefined ? `form-data; name="${name}"${file}` : disposition;
  const head = [
    `--${BOUNDARY}`,
    ...(value === null ? [] : [`Content-Disposition: ${value}`]),
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), Buffer.from(body), Buffer.from("\r\n")]);
}
