/** A way to a server that can be cut, as a network is: connections break, and no new one comes about. */
import { connect, createServer, type Server, type Socket } from "node:net";

export class Network implements AsyncDisposable {
  readonly #connections = new Set<Socket>();
  #server: Server | null = null;
  #isCut = false;
  /** Done once that many bytes more have gone to the server. */
  #next: { bytes: number; act: () => unknown } | null = null;

  /** @returns the address by which the server is reached from now on. */
  async to(url: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const server = createServer((near) => {
      if (this.#isCut) return near.destroy();
      const far = connect(Number(port), hostname);
      near.on("data", ({ length }) => this.#count(length));
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#connections.add(one);
        one.pipe(other);
        one.on("error", () => other.destroy());
        one.on("close", () => [this.#connections.delete(one), other.destroy()]);
      }
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return `http://localhost:${address.port}`;
  }

  /** In the middle of what is sent then. */
  after(bytes: number, act: () => unknown): void {
    this.#next = { bytes, act };
  }

  #count(bytes: number): void {
    if (this.#next === null) return;
    this.#next.bytes -= bytes;
    if (this.#next.bytes > 0) return;
    const { act } = this.#next;
    this.#next = null;
    act();
  }

  cut(): void {
    this.#isCut = true;
    for (const connection of this.#connections) connection.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server?.close();
  }
}
