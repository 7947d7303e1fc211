import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { connectionWords } from "./connection-words.ts";

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
  const server = createServer().listen(0, "127.0.0.1");
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
