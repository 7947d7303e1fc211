import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connectionWords, proxiesOf, wayTo } from "./outbound.ts";
import { createServer as createTcpServer } from "node:net";

/* The process's own `fetch` is changed, so it is a process of its own that is asked. */

const asking = `const { loadSettings } = await import(${JSON.stringify(join(import.meta.dirname, "../config/config.ts"))});
  loadSettings(process.env.FOLDER);
  const asked = process.env.URLS.split(" ").map((url) => fetch(url, { signal: AbortSignal.timeout(1000) }));
  await Promise.allSettled(asked);
  console.log("[]");`;

async function asked(variables: Record<string, string>, urls: readonly string[], program = asking) {
  const through: string[] = [];
  const proxy = createServer((request, response) => {
    through.push(request.url ?? "");
    response.end("from the machine itself");
  });
  proxy.on("connect", (request, socket) => {
    through.push(request.url ?? "");
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  const at = `127.0.0.1:${address.port}`;
  const filled = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replace("PROXY", at)]),
  );
  const env = { ...filled, FOLDER: import.meta.dirname, URLS: urls.join(" ").replaceAll("HERE", at) };
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { env, timeout: 20_000 });
  await text(child.stdout);
  proxy.closeAllConnections();
  proxy.close();
  return through;
}

test.each([{ HTTPS_PROXY: "http://PROXY" }, { https_proxy: "PROXY" }, { ALL_PROXY: "http://PROXY" }])(
  "vendors and models are asked through %j, and this machine is not",
  async (variables) => {
    const through = await asked(variables, ["https://vendor.invalid/a", "http://HERE/own"]);
    expect(through.toSorted()).toEqual(["/own", "vendor.invalid:443"]);
  },
);

test("each way is told as it goes", async () => {
  const isThrough = {
    "https://api.openai.com:443": true,
    "https://model.inner.example:443": false,
    "https://inner.example:443": false,
    "https://exact.example:443": false,
    "https://sub.exact.example:443": false,
    "https://notexact.example:443": true,
    "https://a.star.example:443": false,
    "https://port.example:8443": false,
    "https://port.example:443": true,
    "https://10.1.2.3:8443": false,
    "https://11.1.2.3:8443": true,
    "https://192.168.1.5:443": false,
    "https://[fd00::1]:443": false,
    "https://LOCALHOST:8000": false,
  };
  const variables = {
    HTTPS_PROXY: "http://PROXY",
    NO_PROXY: ".inner.example exact.example, *.star.example,port.example:8443,10.0.0.0/8,192.168.1.5,[fd00::1]",
    SERVICE_LLM_BASE_URL: "https://10.1.2.3:8443/v1",
    TIMESTAMP_URL: "https://11.1.2.3:8443",
  };
  const proxies = proxiesOf({ ...variables, HTTPS_PROXY: "http://me:secret@proxy.example:3128" });
  const urls = Object.keys(isThrough);
  const told = urls.map((url) => [url, wayTo(url, proxies) === "proxy.example:3128"]);
  expect(Object.fromEntries(told)).toEqual(isThrough);
  const through = urls.filter((url) => wayTo(url, proxies) !== null).map((url) => url.replace("https://", ""));
  expect((await asked(variables, urls)).toSorted()).toEqual(through.toSorted());
});

test("plain http goes directly where only https has a proxy, and everything where NO_PROXY is *", () => {
  const proxies = proxiesOf({ HTTPS_PROXY: "http://proxy.example:3128" });
  expect(wayTo("http://plain.example/", proxies)).toBeNull();
  expect(wayTo("https://a.example/", proxiesOf({ HTTPS_PROXY: "proxy.example:3128", NO_PROXY: "*" }))).toBeNull();
});

test("a thread goes the way of its process", async () => {
  const thread = `const { Worker } = await import("node:worker_threads");
    const code = ${JSON.stringify(`import(${JSON.stringify(join(import.meta.dirname, "../config/config.ts"))}).then(async ({ settingsInForce }) => {
      settingsInForce();
      await fetch("https://vendor.invalid/").catch(() => null);
    });`)};
    await new Promise((resolve) => new Worker(code, { eval: true }).once("exit", resolve));
    console.log("[]");`;
  expect(await asked({ HTTPS_PROXY: "http://PROXY" }, [], thread)).toEqual(["vendor.invalid:443"]);
});

test("no proxy is none, and one that cannot be used is told without its value", () => {
  expect(proxiesOf({ NO_PROXY: "a" })).toBeNull();
  expect(() => proxiesOf({ ALL_PROXY: "socks5://me:secret@127.0.0.1" })).toThrow(
    /^ALL_PROXY must be .* socks is not supported$/,
  );
  expect(() => proxiesOf({ HTTPS_PROXY: "http://me:sec ret" })).toThrow(/^HTTPS_PROXY must be/);
});

const caused = (cause: unknown): Error => new TypeError("fetch failed", { cause });
const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test.each([
  [
    caused(
      new Error("Request was cancelled.", { cause: new Error("Proxy response (407) !== 200 when HTTP Tunneling") }),
    ),
    "the proxy requires a sign-in (407): add a user and password to HTTPS_PROXY",
  ],
  [
    caused(
      new Error("Request was cancelled.", { cause: new Error("Proxy response (403) !== 200 when HTTP Tunneling") }),
    ),
    "the proxy refused the connection (403): add this host to NO_PROXY if it needs no proxy",
  ],
  [
    caused(coded("SELF_SIGNED_CERT_IN_CHAIN", "self-signed certificate in certificate chain")),
    "its certificate is not trusted (SELF_SIGNED_CERT_IN_CHAIN): give Node your organisation's certificate with NODE_EXTRA_CA_CERTS in the environment",
  ],
  [caused(coded("ENOTFOUND", "getaddrinfo ENOTFOUND model.invalid")), "there is no host named model.invalid"],
  [caused(coded("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1234")), "nothing listens at 127.0.0.1:1234"],
  [
    caused(new AggregateError([coded("ECONNREFUSED", "connect ECONNREFUSED ::1:1234")], "")),
    "nothing listens at ::1:1234",
  ],
  [caused(coded("ETIMEDOUT", "connect ETIMEDOUT 10.0.0.1:443")), "connect ETIMEDOUT 10.0.0.1:443"],
  [new TypeError("fetch failed"), "fetch failed"],
  ["anything", "it failed"],
])("%o: %s", (error, words) => expect(connectionWords(error)).toBe(words));

test("what fetch throws where nothing listens is told with its address", async () => {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address !== "string" ? address.port : 0;
  server.close();
  await once(server, "close");
  const error: unknown = await fetch(`http://127.0.0.1:${port}/`).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(connectionWords(error)).toBe(`nothing listens at 127.0.0.1:${port}`);
});
