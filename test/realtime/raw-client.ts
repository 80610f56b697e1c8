/** A WebSocket client's bytes, for clients that do what no library would. */

export function handshakeOf(url: string, key: string, moreHeaders = ""): string {
  const { host } = new URL(url);
  return (
    `GET /v1/realtime?intent=transcription HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer ${key}\r\n${moreHeaders}\r\n`
  );
}

/** Masked, as clients send them; the mask is zero. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

/** A message so wrong that the answer is about as long. */
export const WRONG_MESSAGE = frame(JSON.stringify({ type: "x".repeat(200), event_id: "y".repeat(100) }));
