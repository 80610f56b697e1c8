/** RFC 7644 §3.12, table 9. */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue";

/** A failure in the words of SCIM; what the directory sees of it. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | null;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message `detail`: what went wrong and what to do. */
  constructor(
    status: number,
    scimType: ScimType | null,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = "ScimError";
    this.status = status;
    this.scimType = scimType;
    this.headers = headers;
  }
}

export function invalidValue(message: string): ScimError {
  return new ScimError(400, "invalidValue", message);
}

export function notFound(kind: "User" | "Group", id: string): ScimError {
  return new ScimError(404, null, `There is no ${kind} ${id}.`);
}
