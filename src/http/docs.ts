import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Hono } from "hono";
import { describeApi } from "#src/contract/openapi.ts";
import type { Env } from "./env.ts";
import { answer } from "./mount.ts";

const { resolve } = createRequire(import.meta.url);

/** Only what the page itself loads from here; Swagger UI sets style attributes and draws icons as data. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conclave API</title>
<link rel="stylesheet" href="/docs/api/swagger-ui.css">
<link rel="icon" href="/docs/api/favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<script src="/docs/api/swagger-ui-bundle.js"></script>
<script src="/docs/api/start.js"></script>
</body>
</html>
`;

const start = `window.addEventListener("load", () => {
  SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reference", deepLinking: true, displayOperationId: false, tryItOutEnabled: true, persistAuthorization: false, validatorUrl: null });
});
`;

const assets = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
} as const;

export const docsPaths: readonly string[] = [
  "/openapi.json",
  "/docs/api",
  "/docs/api/start.js",
  ...Object.keys(assets).map((name) => `/docs/api/${name}`),
];

/** `/openapi.json`, and the reference at `/docs/api`, which needs no network. */
export function mountDocs(app: Hono<Env>): void {
  const document = JSON.stringify(describeApi());
  app.get("/openapi.json", () =>
    answer(200, document, { "content-type": "application/json", "cache-control": "no-cache" }),
  );
  app.get("/docs/api", () =>
    answer(200, page, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": pagePolicy,
      "cache-control": "no-cache",
    }),
  );
  app.get("/docs/api/start.js", () =>
    answer(200, start, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" }),
  );
  for (const [name, type] of Object.entries(assets))
    app.get(`/docs/api/${name}`, async () =>
      answer(200, new Uint8Array(await readFile(resolve(`swagger-ui-dist/${name}`))), {
        "content-type": type,
        "cache-control": "public, max-age=86400",
      }),
    );
}
