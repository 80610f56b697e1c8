/** Datagrams to a service manager (sd_notify(3)): neither Bun nor Node has Unix sockets of this kind. */
import { dlopen, ptr, read } from "bun:ffi";

const AF_UNIX = 1;
const SOCK_DGRAM_CLOEXEC = 0o2000002;
const MSG_NOSIGNAL = 0x4000;
/** `struct sockaddr_un`. */
const FAMILY_BYTES = 2;
const PATH_BYTES = 108;

const libc = dlopen("libc.so.6", {
  socket: { args: ["i32", "i32", "i32"], returns: "i32" },
  sendto: { args: ["i32", "ptr", "u64", "i32", "ptr", "u32"], returns: "i64" },
  close: { args: ["i32"], returns: "i32" },
  __errno_location: { args: [], returns: "ptr" },
});

/**
 * @param address of the socket, as NOTIFY_SOCKET has it: a path, or a name that begins with `@`.
 * @throws if it cannot be reached.
 */
export function sendDatagram(address: string, message: string): void {
  const target = socketAddress(address);
  const bytes = Buffer.from(message);
  const socket = succeeded("socket", libc.symbols.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0));
  try {
    const { symbols } = libc;
    succeeded(
      "sendto",
      symbols.sendto(socket, ptr(bytes), bytes.byteLength, MSG_NOSIGNAL, ptr(target), target.byteLength),
    );
  } finally {
    libc.symbols.close(socket);
    // The targets of the pointers must live until here.
    void [bytes, target];
  }
}

/** An abstract name begins with a null byte and ends with the address; a path ends with one. */
function socketAddress(address: string): Buffer {
  const isAbstract = address.startsWith("@");
  if (!isAbstract && !address.startsWith("/")) throw new Error(`${address} is no Unix socket`);
  const path = Buffer.from(isAbstract ? `\0${address.slice(1)}` : `${address}\0`);
  if (path.byteLength > PATH_BYTES) throw new Error(`${address} is too long for a Unix socket`);
  const family = Buffer.alloc(FAMILY_BYTES);
  family.writeUInt16LE(AF_UNIX);
  return Buffer.concat([family, path]);
}

function succeeded(call: string, result: number | bigint): number {
  if (result >= 0) return Number(result);
  const location = libc.symbols.__errno_location();
  throw new Error(`${call}: errno ${location === null ? "unknown" : read.i32(location)}`);
}
