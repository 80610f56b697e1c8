/** A port that nobody has now. */
export function freePort(): number {
  const socket = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = socket;
  socket.stop(true);
  return port;
}
