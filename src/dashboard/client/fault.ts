/** A failure as the API reports it, or one on the way there. */

export interface FaultIssue {
  param: string;
  message: string;
}

export interface FaultFacts {
  code: string;
  status: number;
  message: string;
  issues?: readonly FaultIssue[];
  retryAfterSeconds?: number | null;
  requestId?: string | null;
  docsUrl?: string | null;
  jobId?: string | null;
}

export class ApiFault extends Error {
  readonly code: string;
  /** 0 if no answer came. */
  readonly status: number;
  readonly issues: readonly FaultIssue[];
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;
  readonly docsUrl: string | null;
  /** The job that continues a call after its longest wait. */
  readonly jobId: string | null;

  constructor(facts: FaultFacts) {
    super(facts.message);
    this.name = "ApiFault";
    this.code = facts.code;
    this.status = facts.status;
    this.issues = facts.issues ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.requestId = facts.requestId ?? null;
    this.docsUrl = facts.docsUrl ?? null;
    this.jobId = facts.jobId ?? null;
  }
}

/** The server did not answer. */
export function unreachable(message = ""): ApiFault {
  return new ApiFault({ code: "unreachable", status: 0, message });
}

/** As the server would refuse a field. */
export function refusal(param: string, message: string): ApiFault {
  return new ApiFault({ code: "invalid_request", status: 400, message, issues: [{ param, message }] });
}

interface ErrorBody {
  error?: {
    code?: string;
    message?: string;
    param?: string | null;
    details?: { issues?: FaultIssue[]; param?: string };
    docs_url?: string;
    job_id?: string;
  };
}

/** Reads either of the API's two shapes of errors; any other answer is the fault of a proxy in between. */
export async function faultOf(answer: Response): Promise<ApiFault> {
  const body = await answer.json().catch(() => ({}));
  const { error = {} } = body as ErrorBody;
  const {
    code = "unexpected_answer",
    message = answer.statusText,
    details,
    docs_url = null,
    job_id = null,
  } = error;
  const param = details?.param ?? error.param;
  const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  return new ApiFault({
    code,
    status: answer.status,
    message,
    issues: details?.issues ?? (param ? [{ param, message }] : []),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    requestId: answer.headers.get("x-request-id"),
    docsUrl: docs_url,
    jobId: job_id,
  });
}

/** `unreachable` if the server did not answer. Errors that are no failure of a call are returned unchanged. */
export function asFault(error: unknown): ApiFault {
  if (error instanceof ApiFault) return error;
  throw error;
}
