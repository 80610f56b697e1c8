/** What a caller would rather read at an address that is for people and programs. */

/**
 * Browsers name HTML before anything else. Programs that name it beside JSON, nothing, or whatever there is get data.
 * (RFC 9110 §12.5.1)
 */
export function wantsPage({ headers }: Request): boolean {
  const accepted = new Map((headers.get("accept") ?? "").split(",").map(typeAndWeight));
  const page = accepted.get("text/html") ?? 0;
  return page > 0 && page > (accepted.get("application/json") ?? 0);
}

function typeAndWeight(range: string): [type: string, weight: number] {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return [type, weight === undefined ? 1 : Number(weight.slice(2))];
}

/** The same address answers others otherwise, which caches must know. */
export function variesByAccept(answer: Response): Response {
  answer.headers.append("Vary", "Accept");
  return answer;
}
