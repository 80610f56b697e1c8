/** The platforms that an executable is built for. */
export interface Target {
  name: "linux-x64" | "linux-arm64";
  arch: "x64" | "arm64";
  bunTarget: Bun.Build.CompileTarget;
  /** npm package that holds Bun itself for this platform. */
  bunPackage: string;
  outfile: string;
  /** `e_machine` of the ELF header (System V ABI, "ELF Header"). */
  elfMachine: number;
}

export const TARGETS: readonly Target[] = [
  {
    name: "linux-x64",
    arch: "x64",
    bunTarget: "bun-linux-x64",
    bunPackage: "@oven/bun-linux-x64",
    outfile: "tiro",
    elfMachine: 0x3e,
  },
  {
    name: "linux-arm64",
    arch: "arm64",
    bunTarget: "bun-linux-arm64",
    bunPackage: "@oven/bun-linux-aarch64",
    outfile: "tiro-linux-arm64",
    elfMachine: 0xb7,
  },
];
