/** The role of Ansible: that its files hold together, and that Ansible plays it. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ansibleFiles } from "../../src/cli/installation/ansible.ts";
import { temporaryFolder } from "../../test/support/database.ts";

const ROOT = join(import.meta.dir, "../..");
const ROLES = join(ROOT, "config/ansible/roles");
const hasAnsible = Bun.which("ansible-playbook") !== null;
if (!hasAnsible) console.log("ansible-playbook is missing: the role is not played");

test("the executable carries every file of the example", () => {
  const glob = new Bun.Glob("**/*.yml").scanSync(join(ROOT, "config/ansible"));
  expect(ansibleFiles.map(([path]) => path).sort()).toEqual([...glob].sort());
  for (const [path, text] of ansibleFiles)
    expect(text).toBe(readFileSync(join(ROOT, "config/ansible", path), "utf8"));
});

/** Ansible wants a terminal or a file, not the sockets that Bun gives a child. */
function play(
  playbook: string,
  folder: string,
  ...more: string[]
): { status: number | null; output: string } {
  const log = join(folder, "log");
  const environment = { ANSIBLE_ROLES_PATH: ROLES, ANSIBLE_NOCOLOR: "1", ANSIBLE_LOCALHOST_WARNING: "False" };
  const { exitCode } = Bun.spawnSync(
    [
      ...["sh", "-c", 'log="$1"; shift; exec ansible-playbook "$@" < /dev/null > "$log" 2>&1', "sh", log],
      ...["--inventory", "localhost,", "--connection", "local", playbook, ...more],
    ],
    { env: { ...process.env, ...environment, LC_ALL: "C.UTF-8", HOME: folder } },
  );
  return { status: exitCode, output: readFileSync(log, "utf8") };
}

describe.skipIf(!hasAnsible)("Ansible", () => {
  test("takes the playbook, writes a valid configuration once, and no other", () => {
    using folder = temporaryFolder();
    const whole = play(join(ROOT, "config/ansible/tiro.yml"), folder.path, "--syntax-check");
    expect([whole.status, whole.output]).toEqual([0, expect.stringContaining("tiro.yml")]);
    const playbook = join(folder.path, "play.yml");
    const variables = {
      tiro_configuration_dir: folder.path,
      tiro_executable: `${process.execPath} ${ROOT}/src/main.ts`,
      // The service of this machine is none of the test's business.
      tiro_restarts: false,
      tiro_environment: { TIRO_MAIL_PASSWORD: "hidden-secret" },
    };
    const write = (level: string) =>
      writeFileSync(
        playbook,
        JSON.stringify([
          {
            hosts: "localhost",
            gather_facts: false,
            vars: { ...variables, tiro_configuration: `[log]\nlevel = "${level}"\n` },
            tasks: [{ "ansible.builtin.include_role": { name: "tiro", tasks_from: "configure" } }],
          },
        ]),
      );
    write("debug");
    const first = play(playbook, folder.path);
    expect([first.status, first.output]).toEqual([0, expect.stringContaining("changed=2")]);
    expect(first.output).not.toContain("hidden-secret");
    const toml = join(folder.path, "tiro.toml");
    const secrets = join(folder.path, "tiro.env");
    expect(readFileSync(toml, "utf8")).toContain('level = "debug"');
    expect(readFileSync(secrets, "utf8")).toBe("TIRO_MAIL_PASSWORD=hidden-secret\n");
    expect([toml, secrets].map((path) => statSync(path).mode & 0o777)).toEqual([0o644, 0o600]);
    write("loud");
    const wrong = play(playbook, folder.path);
    expect([wrong.status, wrong.output]).toEqual([2, expect.stringContaining("failed to validate")]);
    expect(readFileSync(toml, "utf8")).toContain('level = "debug"');
    expect(existsSync(secrets)).toBe(true);
  });
});
