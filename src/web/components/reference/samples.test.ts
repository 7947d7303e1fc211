import { execFile } from "node:child_process";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { once } from "node:events";
import { promisify } from "node:util";
import { stripTypeScriptTypes } from "node:module";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiReference } from "./api-reference.ts";
import { exampleBodies, exampleValues, requestOf, shapeOf } from "./sample-request.ts";
import { answersOf, sampleLanguages } from "./samples.ts";

/* Samples are run as readers run them, against a server that notes what they send. */

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const run = promisify(execFile);
let seen: Seen[] = [];
const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (text: string) => (body += text));
  request.on("end", () => {
    seen.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body });
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
let origin = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  origin = typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
});
afterAll(() => void server.close());

const { operations } = apiReference();
const every = [...operations.values()];

function sampleOf(id: string, filled: Readonly<Record<string, string>> = {}) {
  const operation = operations.get(id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  const body = exampleBodies(operation)[0]?.text ?? null;
  const request = requestOf(shapeOf(operation), { ...exampleValues(operation), ...filled }, body);
  return { origin, request, answers: answersOf(operation) };
}

function printed(language: string, id: string, filled?: Readonly<Record<string, string>>): string {
  return sampleLanguages.find((one) => one.id === language)?.print(sampleOf(id, filled)) ?? "";
}

const env = { ...process.env, CONCLAVE_API_KEY: "cnc_made_up" };

const runners: Readonly<Record<string, (code: string) => Promise<unknown>>> = {
  curl: (code) => run("sh", ["-c", code], { env }),
  typescript: (code) => run(process.execPath, ["--input-type=module", "-e", stripTypeScriptTypes(code)], { env }),
};

describe.each(Object.keys(runners))("the sample in %s", (language) => {
  test.each([
    ["listAnalyses", { "query limit": "5", "query ticker": "A'B & C" }],
    ["submitAnalysis", { "header Idempotency-Key": "it's-once" }],
    ["cancelAnalysis", {}],
    ["getHealth", {}],
  ])("of %s sends what it says", async (id, filled) => {
    seen = [];
    await runners[language]?.(printed(language, id, filled));
    const { request } = sampleOf(id, filled);
    const [sent] = seen;
    expect(seen).toHaveLength(1);
    expect({ method: sent?.method, path: sent?.path }).toEqual({ method: request.method, path: request.path });
    for (const [name, value] of Object.entries(request.headers)) expect(sent?.headers[name.toLowerCase()]).toBe(value);
    expect(sent?.headers["x-api-key"]).toBe(request.key ? "cnc_made_up" : undefined);
    expect(sent?.body === "" ? null : JSON.parse(sent?.body ?? "")).toEqual(JSON.parse(request.body ?? "null"));
  });
});

test.each(every)("$id has samples that hold no placeholder, and name its address in every language", (operation) => {
  const { request } = sampleOf(operation.id);
  expect(request.path).not.toContain("{");
  for (const { print } of sampleLanguages) expect(print(sampleOf(operation.id))).toContain(origin + request.path);
});

test("Python writes the words of JSON its own way, and leaves those inside of texts", () => {
  const operation = operations.get("submitAnalysis");
  const request = {
    method: "POST",
    path: "/x",
    headers: {},
    key: false,
    body: '{"a": true, "b": "true \\" null", "c": null}',
  };
  expect(operation).toBeDefined();
  const python = sampleLanguages.find(({ id }) => id === "python")?.print({ origin: "", request, answers: "json" });
  expect(python).toContain('json={"a": True, "b": "true \\" null", "c": None},');
});

test("Python and Go send the key from the environment, and the body as it is", () => {
  const python = printed("python", "submitAnalysis", { "header Idempotency-Key": "once" });
  expect(python).toContain(`    headers={
        "X-API-Key": os.environ["CONCLAVE_API_KEY"],
        "Idempotency-Key": "once",
    },
    json={
        "ticker": "DEMO",`);
  expect(python).toMatch(/^import os\n\nimport requests\n\nresponse = requests\.post\(\n/);
  const go = printed("go", "submitAnalysis", { "header Idempotency-Key": "once" });
  expect(go).toContain(`	request.Header.Set("X-API-Key", os.Getenv("CONCLAVE_API_KEY"))
	request.Header.Set("Idempotency-Key", "once")`);
  expect(go).toContain('strings.NewReader(`{\n  "ticker": "DEMO",');
});

test("a stream is read as it comes, and a document is kept as a file", () => {
  expect(printed("curl", "streamEvents")).toMatch(/^curl -N /);
  expect(printed("python", "streamEvents")).toContain("response.iter_lines");
  expect(printed("curl", "getReportPdf")).toContain("-o report.pdf");
  expect(printed("go", "getReportPdf")).toContain('os.Create("report.pdf")');
});
