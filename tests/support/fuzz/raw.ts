import * as fc from "fast-check";
import { connect } from "node:net";

const lines = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "GET /api/health HTTP/1.1",
      "POST /v1/analyses HTTP/1.1",
      "GET /v1/config HTTP/1.1",
      "HEAD /openapi.json HTTP/1.1",
    ),
  },
  fc.constantFrom(
    "GET",
    "GET /",
    "GET  /  HTTP/1.1",
    "GET / HTTP/0.9",
    "GET / HTTP/9.9",
    "PRI * HTTP/2.0",
    "OPTIONS * HTTP/1.1",
    "CONNECT example.com:443 HTTP/1.1",
    "TRACE /api/health HTTP/1.1",
    "GET http://example.com/v1/config HTTP/1.1",
    "GET //example.com/ HTTP/1.1",
    "GET /v1/\u0000 HTTP/1.1",
    "GET /v1/\u00ff\u00fe HTTP/1.1",
    "GET /v1/analyses/../../etc HTTP/1.1",
    "GET /%zz?%zz#%zz HTTP/1.1",
    "get /api/health http/1.1",
    "BREW /api/health HTTP/1.1",
    `GET /${"a".repeat(20_000)} HTTP/1.1`,
    "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
  ),
  fc.string({ unit: latin(), maxLength: 80 }),
);

const fields = fc.oneof(
  fc.constantFrom(
    "Content-Length: 0",
    "Content-Length: 5",
    "Content-Length: -1",
    "Content-Length: 5, 5",
    "Content-Length: 99999999999999999999",
    "Content-Length: 0x5",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding: \u000bchunked",
    "Transfer-Encoding : chunked",
    "Expect: 100-continue",
    "Expect: 200-maybe",
    "Connection: close",
    "Connection: keep-alive, transfer-encoding, host",
    "Connection: upgrade",
    "Upgrade: websocket",
    "Upgrade: h2c",
    "Host: other.example",
    "Host:",
    "Host: [::1",
    "Content-Type: application/json",
    "Content-Encoding: gzip",
    "Accept-Encoding: gzip;q=NaN, br;;;",
    "Range: bytes=9-1",
    "Cookie: conclave.session_token=%ff%fe.\u00e9; =; ;;",
    "X-API-Key: \u00ff",
    "X-Forwarded-For: not an address",
    "X-Forwarded-Host: [::1",
    "X-Forwarded-Proto: javascript",
    ": no name",
    "no colon",
    " folded: line",
    "Nul: a\u0000b",
    "Cr: a\rb",
    `Long: ${"x".repeat(20_000)}`,
    `Last-Event-ID: ${"9".repeat(400)}`,
  ),
  fc.string({ unit: latin(), maxLength: 60 }),
);

const bodies = fc.oneof(
  fc.constantFrom(
    "",
    "hello",
    "5\r\nhello\r\n0\r\n\r\n",
    "zz\r\nhello\r\n",
    "ffffffffffffffff\r\nx",
    "0\r\nTrailer: x\r\n\r\n",
    "{}",
    "GET /v1/config HTTP/1.1\r\nHost: x\r\n\r\n",
  ),
  fc.string({ unit: latin(), maxLength: 60 }),
);

function latin(): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: 255 }).map((code) => String.fromCodePoint(code));
}

/** Bytes that come over a connection, as latin1; most of them are no request. */
export const rawBytes: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: fc.constant(["Host: 127.0.0.1"]) }, { weight: 1, arbitrary: fc.constant([]) }),
    lines,
    fc.array(fields, { maxLength: 4 }),
    bodies,
    fc.constantFrom("\r\n", "\r\n", "\r\n", "\n", "\r"),
  )
  .map(([host, line, all, body, end]) => [line, ...host, ...all, "", body].join(end));

/** What the server says to these bytes before it ends the connection, or before we do, since it waits for more. */
export function sendRaw(port: number, bytes: string, patienceMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let said = "";
    const end = (): void => {
      clearTimeout(late);
      socket.destroy();
      resolve(said);
    };
    const late = setTimeout(end, patienceMs);
    socket.setEncoding("latin1").on("data", (text: string) => {
      said += text;
      // One whole answer is enough, or the first of it where it is long.
      if (/\r\n\r\n/.test(said) && !said.startsWith("HTTP/1.1 100")) end();
    });
    socket.once("end", end);
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNRESET" || error.code === "EPIPE") return end();
      clearTimeout(late);
      reject(error);
    });
    // Half-closed: a server that waits for the rest of a request learns that none will come.
    socket.end(Buffer.from(bytes, "latin1"));
  });
}
