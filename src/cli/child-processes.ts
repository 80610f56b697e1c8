/**
 * Commands that the program starts by itself, never a person; they are absent from the help. They go past the parser,
 * and each loads only its own code, because every recording waits for their start.
 */
export const CHILD_PROCESSES: Readonly<Record<string, (words: string[]) => Promise<void>>> = {
  /** A scheduled backup. */
  "backup-host": async () => {
    const { runBackupHost } = await import("../backup/backup-host.ts");
    await runBackupHost(await Bun.stdin.text());
  },
  /** A backup that is read again. */
  "check-backup-host": async ([options = ""]) => {
    const { runCheckHost } = await import("../backup/check-host.ts");
    await runCheckHost(options);
  },
  /** An examination of the database. */
  "examine-host": async ([options = ""]) => {
    const { runExamineHost } = await import("../backup/examine-host.ts");
    runExamineHost(options);
  },
  /** A verification of the audit log. */
  "verify-host": async ([options = ""]) => {
    const { runVerifyHost } = await import("../accounts/audit/verify-host.ts");
    runVerifyHost(options);
  },
  /** Recognition, for `tiro serve` and `transcribe`. */
  "engine-host": async () => {
    const { runEngineHost } = await import("../engine/host/host.ts");
    await runEngineHost();
  },
  /** Decodes one file. */
  "media-host": async ([options = ""]) => {
    const { runMediaHost } = await import("../audio/host/host.ts");
    const { limitMemory } = await import("../../native/sandbox/memory-limit.ts");
    await runMediaHost(JSON.parse(options), limitMemory);
  },
  /** A pack on its way to those that are used. */
  "pack-host": async () => {
    const { runPackHost } = await import("../packs/arriving/host.ts");
    await runPackHost(await Bun.stdin.text());
  },
  /** Distinguishes speakers, for `tiro serve` and `transcribe`. */
  "speaker-host": async () => {
    const { runSpeakerHost } = await import("../engine/host/speakers/speaker-host.ts");
    await runSpeakerHost();
  },
  /** Finishes dictated texts. */
  "text-host": async () => {
    const { runTextHost } = await import("../dictation/finishing/host.ts");
    await runTextHost();
  },
  /** Confines itself and becomes the command: `tiro sandboxed POLICY COMMAND…`. */
  sandboxed: async ([policy = "", ...command]) => {
    const { enterSandbox } = await import("../../native/sandbox/enter.ts");
    try {
      enterSandbox(JSON.parse(policy), command, process.env as Record<string, string>);
    } catch (error) {
      const { SANDBOX_FAILURE } = await import("../lib/sandbox.ts");
      console.error(`sandbox: ${error instanceof Error ? error.message : String(error)}`);
      process.exit(SANDBOX_FAILURE);
    }
  },
  /** Tries to break out of a sandbox, for `tiro doctor` and tests. */
  "sandbox-probe": async ([options = ""]) => {
    const { probe } = await import("../../native/sandbox/probe.ts");
    const report = await probe(JSON.parse(options));
    process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
  },
};
