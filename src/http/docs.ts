import type { Hono } from "hono";
import { describeApi } from "#src/contract/openapi.ts";
import type { Env } from "./env.ts";
import { answer } from "./mount.ts";

export const docsPaths: readonly string[] = ["/openapi.json"];

/** Written when it is first asked for: it takes longer than all else that a front door has to do to serve. */
let document: string | null = null;

/** The description of the API, from which the pages below `/docs/api` are made too. */
export function mountDocs(app: Hono<Env>): void {
  app.get("/openapi.json", () =>
    answer(200, (document ??= JSON.stringify(describeApi())), {
      "content-type": "application/json",
      "cache-control": "no-cache",
    }),
  );
}
