/** Programs that a test, a drill or a benchmark starts: they end with it, also when it fails or is asked to end in the middle. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
const running = new Set<Bun.Subprocess>();
let isWatching = false;

/** @returns the child, which is killed when this process ends. */
export function endsWithUs<Child extends Bun.Subprocess>(child: Child): Child {
  running.add(child);
  void child.exited.then(() => running.delete(child));
  if (!isWatching) watch();
  return child;
}

function watch(): void {
  isWatching = true;
  process.once("exit", () => {
    // One that was stopped hears nothing else.
    for (const child of running) child.kill("SIGKILL");
  });
  for (const [signal, number] of Object.entries(SIGNALS))
    process.once(signal, () => process.exit(128 + number));
}
