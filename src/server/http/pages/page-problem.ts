import type { IncomingMessage, ServerResponse } from "node:http";
import { tooManyActions } from "#src/contract/accounts/form-outcomes.ts";
import type { RateLimited } from "#src/core/errors.ts";
import { waitHeaders } from "../problems.ts";

/** Why the pages did not answer. */
export interface PageProblem {
  readonly status: 400 | 403 | 404 | 405 | 413 | 429 | 502 | 503;
  /** One sentence for people. */
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** JSON, or a page for a browser; nothing once an answer has begun. */
export function answerProblem(
  request: IncomingMessage,
  response: ServerResponse,
  { status, detail, headers = {} }: PageProblem,
): void {
  if (response.headersSent) return void response.destroy();
  const page = wantsPage(request) && status !== 403;
  const body = page ? pageOf(status, detail) : JSON.stringify({ detail });
  if (page) response.setHeader("Content-Security-Policy", pagePolicy);
  response
    .writeHead(status, {
      "content-type": page ? "text/html; charset=utf-8" : "application/json",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      ...headers,
    })
    .end(request.method === "HEAD" ? undefined : body);
}

/** A page for a browser, words for an action (contract/accounts/form-outcomes.ts). */
export function answerTooMany(request: IncomingMessage, response: ServerResponse, refused: RateLimited): void {
  const headers = waitHeaders(refused);
  if (request.headers["next-action"] === undefined)
    return answerProblem(request, response, {
      status: 429,
      detail: "Too many requests",
      headers,
    });
  response
    .writeHead(429, { "content-type": "text/plain", "cache-control": "no-store", connection: "close", ...headers })
    .end(tooManyActions);
  request.resume();
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

function wantsPage({ method, headers }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && /\btext\/html\b/.test(headers.accept ?? "");
}

/** @param detail our words, with nothing from the request */
function pageOf(status: number, detail: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conclave</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif }
main { padding: 24px; max-width: 26rem }
h1 { font-size: 1.25rem; margin: 0 0 8px }
p { margin: 0 }
small { opacity: .7 }
</style>
</head>
<body>
<main>
<h1>${detail}</h1>
<p>${status === 429 || status >= 500 ? "Please reload the page in a moment." : 'Go to the <a href="/">home page</a>.'}</p>
<p><small>${status}</small></p>
</main>
</body>
</html>
`;
}
