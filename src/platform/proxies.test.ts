import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { expect, test } from "vitest";
import { proxiesOf, wayTo } from "./proxies.ts";

/* The process's own `fetch` is changed, so it is a process of its own that is asked. */

const asking = `const { loadSettings } = await import(${JSON.stringify(join(import.meta.dirname, "config.ts"))});
  loadSettings(process.env.FOLDER);
  const said = [];
  for (const url of process.env.URLS.split(" "))
    said.push(await fetch(url).then((answer) => answer.text(), (error) => String(error.cause?.message ?? error)));
  console.log(JSON.stringify(said));`;

async function asked(variables: Record<string, string>, urls: readonly string[]) {
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
  const child = spawn(process.execPath, ["--input-type=module", "-e", asking], { env, timeout: 20_000 });
  await text(child.stdout);
  proxy.closeAllConnections();
  proxy.close();
  return through;
}

test.each([{ HTTPS_PROXY: "http://PROXY" }, { https_proxy: "PROXY" }, { ALL_PROXY: "http://PROXY" }])(
  "vendors and models are asked through %j, and this machine is not",
  async (variables) => {
    const through = await asked(variables, ["https://vendor.invalid/a", "http://HERE/own"]);
    expect(through).toEqual(["vendor.invalid:443", "/own"]);
  },
);

test("what NO_PROXY names is asked directly", async () => {
  const set = { HTTPS_PROXY: "http://PROXY", HTTP_PROXY: "http://PROXY", NO_PROXY: "model.invalid, .inner.invalid" };
  const urls = [
    "https://vendor.invalid/",
    "https://model.invalid/",
    "http://a.inner.invalid/",
    "http://vendor.invalid/",
  ];
  expect(await asked(set, urls)).toEqual(["vendor.invalid:443", "vendor.invalid:80"]);
});

test.each([
  ["https://api.openai.com/v1", "proxy.example:3128"],
  ["http://plain.example/", null],
  ["https://model.inner.example/", null],
  ["https://inner.example/", null],
  ["https://exact.example/", null],
  ["https://sub.exact.example/", "proxy.example:3128"],
  ["https://localhost:8000/", null],
])("%s goes through %s", (url, proxy) => {
  const set = proxiesOf({
    HTTPS_PROXY: "http://me:secret@proxy.example:3128",
    NO_PROXY: ".inner.example,exact.example",
  });
  expect(wayTo(url, set)).toBe(proxy);
});

test("no proxy is none, and one that cannot be used is told without its value", () => {
  expect(proxiesOf({ NO_PROXY: "a" })).toBeNull();
  expect(() => proxiesOf({ ALL_PROXY: "socks5://me:secret@127.0.0.1" })).toThrow(
    /^ALL_PROXY must be .* socks is not supported$/,
  );
  expect(() => proxiesOf({ HTTPS_PROXY: "http://me:sec ret" })).toThrow(/^HTTPS_PROXY must be/);
});
