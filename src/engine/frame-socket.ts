/** Either end of the pipe between the parent and an engine host: a socket pair that the child has as fd 3. */
import { type Frame, FrameReader } from "./protocol.ts";

/** Standard input, output and error stay out of it: native libraries print to them as they please. */
export const HOST_SOCKET_FD = 3;

export interface FrameSocket {
  /** Takes the bytes over; the sender's own bounds keep what waits here small. */
  send(frame: Uint8Array): void;
  close(): void;
}

export interface FrameSocketHandlers {
  onFrame(frame: Frame): void;
  /** Called once. `fault` is what the other end did wrong; null if it is gone. */
  onClose(fault: Error | null): void;
}

/** @throws when `fd` is no open socket. */
export async function openFrameSocket(fd: number, handlers: FrameSocketHandlers): Promise<FrameSocket> {
  let waiting: Uint8Array[] = [];
  let closed = false;
  const close = (fault: Error | null) => {
    if (closed) return;
    closed = true;
    waiting = [];
    socket.terminate();
    handlers.onClose(fault);
  };
  const flush = () => {
    while (!closed && waiting.length > 0) {
      const frame = waiting[0] as Uint8Array;
      const written = socket.write(frame);
      if (written < 0) {
        close(null);
        return;
      }
      if (written < frame.byteLength) {
        waiting[0] = frame.subarray(written);
        return;
      }
      waiting.shift();
    }
  };
  const reader = new FrameReader((frame) => {
    if (!closed) handlers.onFrame(frame);
  });
  // Bun takes `fd` here, but its types list it for no overload of `connect`.
  const options: Bun.FdSocketOptions = {
    fd,
    socket: {
      data: (_socket, chunk) => {
        try {
          reader.push(chunk);
        } catch (fault) {
          close(fault as Error);
        }
      },
      drain: flush,
      close: () => close(null),
      // An end that goes with unread frames is an error to the other.
      error: () => close(null),
    },
  };
  const socket = await Bun.connect(options as unknown as Bun.UnixSocketOptions);
  return {
    send(frame) {
      if (closed) return;
      waiting.push(frame);
      if (waiting.length === 1) flush();
    },
    close: () => close(null),
  };
}
