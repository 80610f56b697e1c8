/** A way to a broker that is as networks are: late, stalled, or cut. */
import { connect, createServer, type Server, type Socket } from "node:net";

export class SlowNetwork implements AsyncDisposable {
  readonly #ends = new Set<Socket>();
  readonly #far: number;
  #server: Server | null = null;
  #delayMs = 0;
  #isStalled = false;
  #isCut = false;

  /** @param port where what is reached listens. */
  constructor(port: number) {
    this.#far = port;
  }

  /** @returns the port by which it is reached from now on. */
  async listen(): Promise<number> {
    const server = createServer({ noDelay: true }, (near) => {
      if (this.#isCut) return near.destroy();
      const far = connect({ port: this.#far, host: "127.0.0.1", noDelay: true });
      this.#carry(near, far);
      this.#carry(far, near);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return address.port;
  }

  /** Each block comes so much later, one after the other. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Connections stay and carry nothing: a host that was switched off looks like that. */
  stall(): void {
    this.#isStalled = true;
    for (const end of this.#ends) end.pause();
  }

  cut(): void {
    this.#isCut = true;
    for (const end of this.#ends) end.destroy();
  }

  mend(): void {
    this.#delayMs = 0;
    this.#isCut = false;
    this.#isStalled = false;
    for (const end of this.#ends) end.resume();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server?.close();
  }

  #carry(from: Socket, to: Socket): void {
    this.#ends.add(from);
    let last = Promise.resolve();
    from.on("data", (block) => {
      const delayMs = this.#delayMs;
      if (delayMs === 0) {
        last = last.then(() => void (to.destroyed || to.write(block)));
        return;
      }
      const due = Bun.sleep(delayMs);
      last = last.then(() => due).then(() => void (to.destroyed || to.write(block)));
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      this.#ends.delete(from);
      void last.then(() => to.destroy());
    });
    if (this.#isStalled) from.pause();
  }
}
