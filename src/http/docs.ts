import type { Hono } from "hono";
import { describeApi } from "#src/contract/openapi.ts";
import type { Env } from "./env.ts";
import { answer } from "./mount.ts";

export const docsPaths: readonly string[] = ["/openapi.json"];

/** The description of the API, from which the pages below `/docs/api` are made too. */
export function mountDocs(app: Hono<Env>): void {
  const document = JSON.stringify(describeApi());
  app.get("/openapi.json", () =>
    answer(200, document, { "content-type": "application/json", "cache-control": "no-cache" }),
  );
}
