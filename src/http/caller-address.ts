import { isIP } from "node:net";

interface AddressSource {
  requestIP(request: Request): { address: string } | null;
}

/**
 * The network address of the sender of the request, for the audit log and for throttling.
 * @param trustForwardedFor behind a reverse proxy: the last entry of `X-Forwarded-For`, which the proxy itself wrote;
 *   those before it came from outside.
 */
export function callerAddress(
  request: Request,
  server: AddressSource | null,
  trustForwardedFor: boolean,
): string {
  const forwarded = trustForwardedFor ? request.headers.get("x-forwarded-for") : null;
  const last = forwarded?.slice(forwarded.lastIndexOf(",") + 1).trim() ?? "";
  return isIP(last) ? last : (server?.requestIP(request)?.address ?? "unknown");
}
