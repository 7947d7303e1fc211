import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ask, submit } from "#tests/support/api-client.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { startService } from "#tests/support/service-process.ts";

/** A proxy of a company: whatever host is asked for, it leads to the model server. */
async function companyProxy() {
  const model = await startModelServer();
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(403).end();
  });
  proxy.on("connect", (request, near) => {
    asked.push(request.url ?? "");
    const far = connect(Number(new URL(model.url).port), "127.0.0.1", () => {
      near.write("HTTP/1.1 200 Connection established\r\n\r\n");
      far.pipe(near).pipe(far);
    });
    for (const socket of [near, far]) socket.on("error", () => socket.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  onTestFinished(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await model.close();
  });
  const env = { ...askingModel("http://model.invalid/v1"), HTTP_PROXY: `http://127.0.0.1:${address.port}` };
  return { env, hosts: () => [...new Set(asked)], calls: model.calls };
}

test("the command line asks its model through the proxy, and nobody else", async () => {
  const { env, hosts, calls } = await companyProxy();
  const command = ["analyze", "DEMO", "--date", "2019-06-03", "--offline", "--analysts", "market"];
  const { code, out } = await conclaveHome(env).run(...command);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("Overweight") });
  expect(calls.length).toBeGreaterThan(5);
  expect(hosts()).toEqual(["model.invalid:80"]);
});

test("so does a service's worker, and its processes find each other without it", async () => {
  const { env, hosts, calls } = await companyProxy();
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const service = await startService({ DATABASE_URL: database.url, ...env });
  const { id } = await submit(service.url, { ticker: "DEMO", trade_date: "2019-06-03" });
  await expect
    .poll(async () => (await ask(service.url, "GET", `/v1/analyses/${id}?wait=20`)).body, { timeout: 60_000 })
    .toMatchObject({ status: "succeeded" });
  expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
  expect(calls.length).toBeGreaterThan(5);
  expect(hosts()).toEqual(["model.invalid:80"]);
});
