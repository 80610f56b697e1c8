/** The format that a caller prefers at an address for people and programs. */

/**
 * Browsers name HTML before anything else. Programs that name it beside JSON, nothing, or anything get data.
 * (RFC 9110 §12.5.1)
 */
export function wantsPage({ headers }: Request): boolean {
  const accepted = weightsOf(headers.get("accept"));
  const page = accepted.get("text/html") ?? 0;
  return page > 0 && page > (accepted.get("application/json") ?? 0);
}

/** How much a caller wants each of what the header names, in lower case (RFC 9110 §12.4.2). NaN for a weight that is none. */
export function weightsOf(header: string | null): Map<string, number> {
  return new Map((header ?? "").split(",").map(nameAndWeight));
}

function nameAndWeight(entry: string): [name: string, weight: number] {
  const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return [name, weight === undefined ? 1 : Number(weight.slice(2))];
}

/** The same address answers others otherwise, which caches must know. */
export function variesByAccept(answer: Response): Response {
  answer.headers.append("Vary", "Accept");
  return answer;
}
