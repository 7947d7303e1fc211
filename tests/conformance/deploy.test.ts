import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { routes } from "#src/contract/api/routes.ts";
import { openDatabase } from "#src/core/db/database.ts";
import { createMeters as frontDoorMeters } from "#src/server/http/protection/metrics.ts";
import { readSettings } from "#src/core/config/config.ts";
import { createLog } from "#src/core/operation/log.ts";
import { constants, variableNames } from "#src/core/config/variables.ts";
import { meterDeposits, createMeters as workerMeters } from "#src/server/worker/meters.ts";

/* The examples in deploy/ name settings, ports, paths and metrics that there are. */

const project = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(project, "deploy", file), "utf8");
const filesIn = (folder: string, pattern: string): string[] =>
  globSync(pattern, { cwd: join(project, "deploy", folder) }).map((name) => join(folder, name));

const { service } = readSettings({});
const ports = {
  http: service.port,
  health: constants.workerPort,
  metrics: constants.metricsPort,
  pages: constants.webPort,
};
/** How the roles of both find each other. */
const flagsAt = (host: string, name: (role: string) => string) => {
  const worker = ["--worker", `http://${name("worker")}:${ports.health}`];
  return {
    worker: ["worker", "--internal", `${host}:${ports.health}`],
    web: ["web", "--internal", `${host}:${ports.pages}`, ...worker],
    http: [
      "http",
      "--internal",
      `${host}:${ports.metrics}`,
      "--pages",
      `http://${name("web")}:${ports.pages}`,
      ...worker,
    ],
  };
};
/** Where a role says how it is. */
const probed = {
  http: { port: ports.metrics, ready: "/readyz" },
  web: { port: ports.pages, ready: "/healthz" },
  worker: { port: ports.health, ready: "/readyz" },
} as const;
const roles = ["http", "web", "worker"] as const;

const Texts = z.record(z.string(), z.string());
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const Container = z.object({
  args: z.array(z.string()),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  startupProbe: Probe,
  livenessProbe: Probe,
  readinessProbe: Probe,
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true), allowPrivilegeEscalation: z.literal(false) }),
});
const Resource = z.looseObject({ kind: z.string(), metadata: z.object({ name: z.string() }) });
const Deployment = z.object({
  spec: z.object({ template: z.object({ spec: z.object({ containers: z.tuple([Container]) }) }) }),
});

const documents = (file: string) => parseAllDocuments(read(file)).map((each) => Resource.parse(each.toJS()));
const manifests = filesIn("kubernetes", "*.yaml").flatMap((file) =>
  /kustomization/.test(file) ? [] : documents(file),
);
const valuesOf = (kind: string, field: string): Readonly<Record<string, string>> =>
  Object.assign({}, ...manifests.filter((each) => each.kind === kind).map((each) => Texts.parse(each[field])));

const assignments = (text: string, pattern: RegExp): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(pattern)].map(([, name = "", value = ""]) => [name, value]));
const Compose = z.object({
  "x-conclave": z.object({ environment: z.record(z.string(), z.coerce.string()), read_only: z.literal(true) }),
  services: z.record(
    z.string(),
    z.looseObject({ healthcheck: z.object({ test: z.array(z.string()).optional() }).optional() }),
  ),
});
const composeFile = readFileSync(join(project, "compose.yaml"), "utf8");
const compose = Compose.parse(parse(composeFile, { merge: true }));
/** As Compose fills them in where nothing is set. */
const composed = Object.fromEntries(
  Object.entries(compose["x-conclave"].environment).map(([name, value]) => [
    name,
    // From the inside out: a default may name another variable.
    value.replaceAll(/\$\{\w+:-([^{}]*)\}/g, "$1").replaceAll(/\$\{\w+:-([^{}]*)\}/g, "$1"),
  ]),
);
const units = roles.map((role) => read(`systemd/conclave-${role}.service`));
const dockerfile = read("Dockerfile");

/** Read by Node and the C library. */
const ofOthers = new Set(["NODE_ENV", "PATH", "MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_"]);

describe("settings", () => {
  test("a role keeps as little of what it has freed as under `conclave up`", () => {
    for (const each of [dockerfile, ...units])
      for (const setting of ["MALLOC_ARENA_MAX=2", "MALLOC_TRIM_THRESHOLD_=131072"])
        expect(each).toMatch(new RegExp(`^(?:Environment=| {4})${setting}\\b`, "m"));
  });

  test.each([
    ["the image", assignments(dockerfile, /^(?:ENV| {3}) ([A-Z_]+)=(\S+)/gm)],
    ["Compose", composed],
    ["Kubernetes", { ...valuesOf("ConfigMap", "data"), ...valuesOf("Secret", "stringData") }],
    [
      "systemd",
      {
        ...assignments(read("systemd/conclave.env"), /^([A-Z_]+)=(.*)$/gm),
        ...assignments(units.join("\n"), /^Environment=([A-Z_]+)=(.*)$/gm),
      },
    ],
  ])("of %s are Conclave's own, and may have these values", (_name, values) => {
    const named = Object.keys(values).filter((name) => !ofOthers.has(name));
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((name) => !variableNames.includes(name))).toEqual([]);
    expect(readSettings(values).home).toMatch(/^\/(?:data|var\/lib)\/conclave$/);
  });
});

describe("ports and paths", () => {
  test("each role of Kubernetes is asked where it answers", () => {
    for (const role of roles) {
      const found = manifests.find(
        ({ kind, metadata }) => kind === "Deployment" && metadata.name === `conclave-${role}`,
      );
      const [container] = Deployment.parse(found).spec.template.spec.containers;
      expect(container.args).toEqual(flagsAt("0.0.0.0", (name) => `conclave-${name}`)[role]);
      for (const { name, containerPort } of container.ports)
        expect({ name, port: containerPort }).toEqual({
          name,
          port: z.record(z.string(), z.number()).parse(ports)[name],
        });
      const portOf = (name: string) => container.ports.find((each) => each.name === name)?.containerPort;
      for (const probe of [container.startupProbe, container.livenessProbe])
        expect([portOf(probe.httpGet.port), probe.httpGet.path]).toEqual([probed[role].port, "/healthz"]);
      const { httpGet: ready } = container.readinessProbe;
      expect([portOf(ready.port), ready.path]).toEqual([probed[role].port, probed[role].ready]);
    }
  });

  test("each role of Compose is asked where it answers", () => {
    for (const role of roles) {
      const [, , , port, path] = compose.services[role]?.healthcheck?.test ?? [];
      expect(compose.services[role]?.command).toEqual(flagsAt("0.0.0.0", (name) => name)[role]);
      // A front door is asked where its users ask it.
      const { port: at, ready } = role === "http" ? { port: ports.http, ready: "/api/health" } : probed[role];
      expect([role, Number(port), path]).toEqual([role, at, ready]);
    }
  });

  test("the image and the units name files that there are", () => {
    const mounted = /^ +- \.\/\S+:\/app\/.*$/gm;
    const all = [dockerfile, composeFile.replaceAll(mounted, ""), ...units].join("\n");
    const named = [...all.matchAll(/\/(?:app|opt\/conclave)\/([\w./-]*\w)/g)].map(([, path = ""]) => path);
    expect(named.length).toBeGreaterThan(5);
    const run = [...dockerfile.matchAll(/(?:node) ((?:scripts|src)\/\S+)/g)].map(([, path = ""]) => path);
    expect([...named, ...run].filter((path) => !existsSync(join(project, path)))).toEqual([]);
    expect(/^EXPOSE (.*)$/m.exec(dockerfile)?.[1]?.split(" ").map(Number)).toEqual(Object.values(ports).toSorted());
  });

  test("the kustomization has every manifest but the secrets", () => {
    const { resources } = z
      .object({ resources: z.array(z.string()) })
      .parse(parse(read("kubernetes/kustomization.yaml")));
    const apart = new Set(["kustomization.yaml", "secret.example.yaml"]);
    const files = filesIn("kubernetes", "*.yaml").map((file) => file.replace("kubernetes/", ""));
    expect(resources.toSorted()).toEqual(files.filter((file) => !apart.has(file)).toSorted());
  });

  test("nginx does not hold back any event stream", () => {
    const unbuffered = new RegExp(
      /location ~ (\S+) \{[^}]*proxy_buffering off/.exec(read("proxies/nginx.conf"))?.[1] ?? "$^",
    );
    const streams = Object.values(routes)
      .map(({ path }) => path)
      .filter((path) => /(?:\/stream|\/events|\/assistant)$/.test(path));
    expect(streams.length).toBeGreaterThan(3);
    expect(streams.filter((path) => !unbuffered.test(path.replaceAll(/\{\w+\}/g, "an-id")))).toEqual([]);
    for (const file of ["proxies/nginx.conf", "proxies/Caddyfile"])
      expect(read(file)).toContain(`127.0.0.1:${ports.http}`);
  });
});

describe("observation", () => {
  const Rules = z.object({
    groups: z.array(
      z.object({
        rules: z.array(z.object({ expr: z.string(), record: z.string().optional(), annotations: Texts.optional() })),
      }),
    ),
  });
  const rules = Rules.parse(parse(read("observability/alerts.yml"))).groups.flatMap((group) => group.rules);
  const Dashboard = z.object({
    panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
  });
  const queries = Dashboard.parse(JSON.parse(read("observability/dashboard.json"))).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr),
  );

  test("alerts and dashboard ask for metrics that are exported", async () => {
    const db = openDatabase("postgres://nobody@127.0.0.1:9/none", 1);
    const worker = workerMeters(db).registry;
    meterDeposits(worker, { db, log: createLog("silent", "test") });
    const exported = new Set([
      "up",
      ...rules.flatMap(({ record }) => record ?? []),
      ...[frontDoorMeters().registry, worker].flatMap((registry) =>
        registry.getMetricsAsArray().map(({ name }) => name),
      ),
    ]);
    await db.close();
    const asked = [...rules.map(({ expr }) => expr), ...queries].flatMap((expr) =>
      [
        ...expr
          .replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]|(?:by|without|on) ?\([^)]*\)/g, " ")
          .matchAll(/[a-z_][\w:]{3,}/g),
      ]
        .map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ""))
        .filter((name) => name.includes("_") || name.includes(":"))
        .filter((name) => name !== "histogram_quantile" && name !== "conclave"),
    );
    expect(asked.length).toBeGreaterThan(40);
    expect([...new Set(asked)].filter((name) => !exported.has(name))).toEqual([]);
  });

  test("each alert leads to a part of the handbook", () => {
    const handbook = readFileSync(join(project, "docs/operations.md"), "utf8");
    const headings = [...handbook.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
    const linked = rules.flatMap(({ annotations }) => annotations?.["runbook"] ?? []);
    expect(linked.length).toBe(rules.filter(({ record }) => record === undefined).length);
    for (const link of linked) expect(headings).toContain(link.replace("docs/operations.md#", ""));
  });

  test("Prometheus' own tool takes alerts and queries", (context) => {
    if (!isThere("promtool")) return context.skip("promtool is not on this machine");
    const folder = mkdtempSync(join(tmpdir(), "conclave-rules-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const asRules = queries.map((expr, at) => ({
      record: `query:${at}`,
      expr: expr.replaceAll("$__rate_interval", "5m"),
    }));
    const file = join(folder, "queries.json");
    writeFileSync(file, JSON.stringify({ groups: [{ name: "queries", rules: asRules }] }));
    expectSuccess("promtool", "check", "rules", "observability/alerts.yml", file);
    expectSuccess("promtool", "check", "config", "observability/prometheus.yml");
    expectSuccess("promtool", "test", "rules", "observability/alerts.test.yml");
    return undefined;
  });
});

test("kubectl takes the manifests", (context) => {
  if (!isThere("kubectl")) return context.skip("kubectl is not on this machine");
  expectSuccess("kubectl", "kustomize", "kubernetes");
  return undefined;
});

test("systemd takes the units", (context) => {
  if (!isThere("systemd-analyze")) return context.skip("systemd-analyze is not on this machine");
  const folder = mkdtempSync(join(tmpdir(), "conclave-units-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = filesIn("systemd", "conclave*.{service,target}").map((file) => {
    const copy = join(folder, file.replace("systemd/", ""));
    writeFileSync(copy, read(file).replaceAll("/opt/conclave/node_modules/node/bin/node", "/bin/true"));
    return copy;
  });
  expect(files).toHaveLength(4);
  const { stderr } = spawnSync("systemd-analyze", ["verify", ...files], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], SYSTEMD_UNIT_PATH: `${folder}:` },
  });
  expect(stderr.split("\n").filter((line) => line.includes(folder))).toEqual([]);
  return undefined;
});

function isThere(program: string): boolean {
  return spawnSync(program, ["--version"]).error === undefined;
}

function expectSuccess(program: string, ...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: join(project, "deploy"), encoding: "utf8" });
  expect(status, `${program} ${args.join(" ")}: ${stdout}${stderr}`).toBe(0);
}

test("the command of docs/releasing.md pins every image to its digest, once", () => {
  const folder = mkdtempSync(join(tmpdir(), "conclave-pins-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = ["deploy/Dockerfile", "compose.yaml"];
  mkdirSync(join(folder, "deploy"));
  for (const file of files) copyFileSync(join(project, file), join(folder, file));
  const digest = `sha256:${"0f".repeat(32)}`;
  writeFileSync(join(folder, "docker"), `#!/bin/sh\necho ${digest}\n`, { mode: 0o755 });
  const [, command = ""] =
    /```sh\n([^`]*imagetools[^`]*)```/.exec(readFileSync(join(project, "docs/releasing.md"), "utf8")) ?? [];
  const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
  for (let times = 0; times < 2; times += 1)
    expect(spawnSync("sh", ["-ec", command], { cwd: folder, env }).status).toBe(0);
  const images = files.flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/^(?:FROM| *image:) +(\S+)/gm)].map(
      ([, image = ""]) => image,
    ),
  );
  // Its own is built here.
  const others = images.filter((image) => image !== "conclave");
  expect(others).toHaveLength(4);
  for (const image of others) expect(image).toMatch(new RegExp(`^[^@]+:[^@]+@${digest}$`));
});
