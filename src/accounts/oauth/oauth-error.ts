/** The error codes of RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2 and RFC 8707 §2. */
const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  access_denied: 403,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  temporarily_unavailable: 503,
} as const satisfies Record<string, number>;

export type OAuthErrorCode = keyof typeof STATUS;

/** A failure in the words of the RFCs; what clients and people see of it. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message `error_description`: what went wrong and what to do; ASCII without quotes (RFC 6749 §5.2). */
  constructor(
    code: OAuthErrorCode,
    message: string,
    extras: { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.name = "OAuthError";
    this.code = code;
    this.status = extras.status ?? STATUS[code];
    this.headers = extras.headers ?? {};
  }
}
