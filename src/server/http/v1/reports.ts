import type { Hono } from "hono";
import type { Route } from "#src/contract/route.ts";
import { routes } from "#src/contract/routes.ts";
import { plainTexts } from "#src/contract/plain-text.ts";
import { sha256 } from "#src/core/hash.ts";
import type { FinishedRun } from "#src/report/result-text.ts";
import { getEndedRun } from "#src/product/analyses/get-ended-run.ts";
import { getRun } from "#src/product/analyses/get-run.ts";
import type { Deps } from "../deps.ts";
import { createDocuments } from "../documents.ts";
import type { Env } from "../env.ts";
import { isKnown } from "../etag.ts";
import { answer, jobIdOf, mount } from "../mount.ts";

/** The page needs no script, and part of its text is a stranger's. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function mountReports(app: Hono<Env>, deps: Deps): void {
  const answerDocument = createDocuments(deps);
  const mountReport = (route: Route, kind: "md" | "html" | "pdf", given: Readonly<Record<string, string>>): void =>
    mount(app, deps, route, async (c, ctx) => {
      const finished = await getRun(ctx, jobIdOf(c));
      const named = { ...given, ...nameOf(finished.run, kind) };
      return answerDocument(c, { task: { kind, finished }, owner: ctx.actor.owner, headers: named });
    });
  mountReport(routes.reportMarkdown, "md", { "content-type": "text/markdown; charset=utf-8" });
  mountReport(routes.reportHtml, "html", {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": pagePolicy,
  });
  mountReport(routes.reportPdf, "pdf", { "content-type": "application/pdf" });
  mount(app, deps, routes.reportJson, async (c, ctx) => {
    const run = await getEndedRun(ctx, jobIdOf(c));
    const body = JSON.stringify(plainTexts(run));
    const headers = { etag: `"${sha256(body).slice(0, 32)}"`, "cache-control": "private, no-cache" };
    if (isKnown(c, headers.etag)) return answer(304, null, headers);
    return answer(200, body, { ...headers, "content-type": "application/json", ...nameOf(run, "json") });
  });
}

function nameOf({ request }: Pick<FinishedRun["run"], "request">, ending: string): { "content-disposition": string } {
  const name = `${request.ticker}-${request.trade_date}`.replaceAll(/[^\w.-]/g, "_");
  return { "content-disposition": `inline; filename="${name}.${ending}"` };
}
