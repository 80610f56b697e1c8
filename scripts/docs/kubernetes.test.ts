/** The Kubernetes manifests, plain and of the Helm chart, hold together, and with the server: names, ports, paths, users, times. */
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WORKER_FILES } from "../../src/cluster/worker-folder.ts";
import { loadConfig } from "../../src/config/load.ts";
import { readMetrics } from "../../src/telemetry/metrics/all.ts";
import { temporaryFolder } from "../../test/support/database.ts";
import { CHART_FOLDER, renderChart } from "../../test/support/helm-chart.ts";
import { IMAGE_USER } from "../package/image/config.ts";

// biome-ignore lint/suspicious/noExplicitAny: manifests have whatever shape is written; every use is an assertion.
type Manifest = Record<string, any>;

const PLAIN = readFileSync(new URL("../../config/kubernetes/tiro.yaml", import.meta.url), "utf8");
const helm = Bun.which("helm");

/** By their kind: Helm puts them in the order in which they are made. */
const parsed = (text: string) =>
  (Bun.YAML.parse(text) as (Manifest | null)[])
    .filter((each) => each !== null)
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));

/** The kinds in it with their API, and the fields that the API server requires (Kubernetes API reference, v1.30). */
const KINDS: Record<string, { api: string; required: string[] }> = {
  ConfigMap: { api: "v1", required: ["data"] },
  Service: { api: "v1", required: ["spec.ports", "spec.selector"] },
  StatefulSet: { api: "apps/v1", required: ["spec.selector", "spec.serviceName", "spec.template.spec"] },
  NetworkPolicy: { api: "networking.k8s.io/v1", required: ["spec.podSelector", "spec.policyTypes"] },
};
describe.each([
  ["the manifest", PLAIN],
  ["the chart", renderChart("tiro")],
])("%s", (_, text) => {
  const documents = parsed(text);
  const find = (kind: string): Manifest => documents.find((each) => each.kind === kind) ?? {};
  const set = find("StatefulSet");
  const pod = set.spec.template.spec;
  const [container] = pod.containers;

  test("every document is of a known kind, with what its API requires", () => {
    expect(documents.map(({ kind }) => kind).sort()).toEqual(Object.keys(KINDS).sort());
    for (const document of documents) {
      const { api, required } = KINDS[document.kind] ?? { api: "", required: [] };
      expect(document.apiVersion).toBe(api);
      expect(document.metadata.name).toMatch(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
      for (const path of required)
        expect([path, path.split(".").reduce((at, key) => at?.[key], document)]).not.toEqual([
          path,
          undefined,
        ]);
    }
  });

  test("selectors choose the pod, and ports lead to it by name", () => {
    const { labels } = set.spec.template.metadata;
    for (const selector of [
      set.spec.selector.matchLabels,
      find("Service").spec.selector,
      find("NetworkPolicy").spec.podSelector.matchLabels,
    ])
      expect(labels).toMatchObject(selector);
    const ports = container.ports.map(({ name }: Manifest) => name);
    const [{ port: policed }] = find("NetworkPolicy").spec.ingress[0].ports;
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
    const named = [
      find("Service").spec.ports[0].targetPort,
      policed,
      ...probes.map(({ httpGet }) => httpGet.port),
    ];
    for (const name of named) expect(ports).toContain(name);
    expect(find("Service").metadata.name).toBe(set.spec.serviceName);
  });

  test("one replica with a volume of its own, in the folder that the server is told", () => {
    expect(set.spec.replicas).toBe(1);
    const [claim] = set.spec.volumeClaimTemplates;
    expect(claim.spec.accessModes).toEqual(["ReadWriteOnce"]);
    const volumes = [claim.metadata.name, ...pod.volumes.map(({ name }: Manifest) => name)];
    const mounts: Manifest[] = container.volumeMounts;
    for (const { name } of mounts) expect(volumes).toContain(name);
    const data = container.args[container.args.indexOf("--data") + 1];
    expect(mounts.find(({ name }) => name === claim.metadata.name)?.mountPath).toBe(data);
  });

  test("the configuration holds, and listens where the probes ask", () => {
    using folder = temporaryFolder();
    const mount = container.volumeMounts.find(({ name }: Manifest) => name === "config");
    const [name, text] = Object.entries<string>(find("ConfigMap").data)[0] ?? [];
    expect(container.args[container.args.indexOf("--config") + 1]).toBe(`${mount.mountPath}/${name}`);
    writeFileSync(join(folder.path, "tiro.toml"), text ?? "");
    const { config } = loadConfig({ file: join(folder.path, "tiro.toml"), environment: {} });
    expect(config.server.listen).toBe(`0.0.0.0:${container.ports[0].containerPort}`);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(config.server.shutdown_grace_seconds);
  });

  test("the pod has no rights beyond its own, and is the user that the image has", () => {
    const { runAsUser, runAsGroup, fsGroup, runAsNonRoot, seccompProfile } = pod.securityContext;
    expect([runAsUser, runAsGroup, fsGroup]).toEqual([IMAGE_USER, IMAGE_USER, IMAGE_USER]);
    expect([runAsNonRoot, seccompProfile.type]).toEqual([true, "RuntimeDefault"]);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(find("NetworkPolicy").spec.egress).toEqual([]);
  });
});

describe("workers", () => {
  const read = (name: string) =>
    readFileSync(new URL(`../../config/kubernetes/${name}`, import.meta.url), "utf8");
  const [policy, set] = parsed(read("workers.yaml")) as [Manifest, Manifest];
  const pod = set.spec.template.spec;
  const [container] = pod.containers;
  const { sources } = pod.volumes.find(({ name }: Manifest) => name === "keys").projected;

  test("are as confined as the server, of the same image, and reach the broker alone", () => {
    const server = parsed(PLAIN).find(({ kind }) => kind === "StatefulSet")?.spec.template.spec;
    expect(container.image).toBe(server.containers[0].image);
    expect(container.securityContext).toEqual(server.containers[0].securityContext);
    expect(pod.securityContext).toEqual(server.securityContext);
    expect(pod.terminationGracePeriodSeconds).toBe(server.terminationGracePeriodSeconds);
    expect([policy.kind, policy.spec.podSelector.matchLabels]).toEqual([
      "NetworkPolicy",
      set.spec.selector.matchLabels,
    ]);
    expect(set.spec.template.metadata.labels).toEqual(set.spec.selector.matchLabels);
    expect(policy.spec.ingress).toEqual([]);
  });

  test("each have the files that tiro cluster add writes, from a Secret of the pod's name", () => {
    const files = ["worker.toml", ...Object.values(WORKER_FILES)];
    sources.forEach(({ secret }: Manifest, number: number) => {
      expect(secret.name).toBe(`${set.metadata.name}-${number}`);
      expect(secret.items).toEqual(files.map((key) => ({ key, path: `${secret.name}/${key}` })));
    });
    const mount = container.volumeMounts.find(({ name }: Manifest) => name === "keys");
    expect([mount.mountPath, mount.subPathExpr]).toEqual(["/etc/tiro/worker", "$(POD_NAME)"]);
    expect(container.args).toEqual(["worker", "--config", `${mount.mountPath}/worker.toml`]);
  });

  test("are scaled by metrics that there are, up to as many as have keys", () => {
    const scaled = Bun.YAML.parse(read("worker-scaling.yaml")) as Manifest;
    expect(scaled.spec.scaleTargetRef.name).toBe(set.metadata.name);
    expect(scaled.spec.maxReplicaCount).toBe(sources.length);
    const queries = scaled.spec.triggers.map(({ metadata }: Manifest) => metadata.query).join();
    const known = readMetrics.map(({ name }) => name);
    for (const [metric] of queries.matchAll(/tiro_\w+/g)) expect(known).toContain(metric);
  });
});

test("the chart installs what the manifest does", () => {
  const bare = (text: string) =>
    JSON.parse(
      JSON.stringify(parsed(text), (key, value) =>
        key === "app.kubernetes.io/instance" || key === "annotations" ? undefined : value,
      ).replaceAll(/#[^\\]*\\n/g, ""),
    );
  const [plain, chart] = [bare(PLAIN), bare(renderChart("tiro"))];
  const [container] = chart.find(({ kind }: Manifest) => kind === "StatefulSet").spec.template.spec
    .containers;
  expect(container.envFrom).toEqual([]);
  delete container.envFrom;
  expect(chart).toEqual(plain);
});

test.skipIf(helm === null)("Helm takes the chart, and renders it as the test does", () => {
  const run = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([helm ?? "", ...args], {
      env: { PATH: "/usr/bin:/bin" },
    });
    expect([args[0], exitCode, stderr.toString()]).toEqual([args[0], 0, ""]);
    return stdout.toString();
  };
  run("lint", "--strict", CHART_FOLDER);
  const egress = [{ to: [{ ipBlock: { cidr: "192.0.2.7/32" } }], ports: [{ port: 636 }] }];
  const values = { image: "registry.example.com/tiro", egress };
  for (const [release, own] of [
    ["tiro", {}],
    ["words", values],
  ] as const)
    expect(parsed(run("template", release, CHART_FOLDER, "--set-json", JSON.stringify(own)))).toEqual(
      parsed(renderChart(release, own)),
    );
});
