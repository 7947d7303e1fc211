import type { Hono } from "hono";
import { describeApi } from "#src/contract/openapi.ts";
import type { Env } from "./env.ts";
import { answer } from "./mount.ts";

export const docsPaths: readonly string[] = ["/openapi.json"];

/** Made when first asked for: it is slow. */
let document: string | null = null;

export function mountDocs(app: Hono<Env>): void {
  app.get("/openapi.json", () =>
    answer(200, (document ??= JSON.stringify(describeApi())), {
      "content-type": "application/json",
      "cache-control": "no-cache",
    }),
  );
}
