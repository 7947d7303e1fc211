import type { Hono } from "hono";
import type { ForHoldings } from "#src/contract/holdings.ts";
import type { Route } from "#src/contract/route.ts";
import { routes } from "#src/contract/routes.ts";
import { plainTexts } from "#src/contract/plain-text.ts";
import { sha256 } from "#src/core/hash.ts";
import type { FinishedRun } from "#src/report/result-text.ts";
import { getEndedRun } from "#src/product/analyses/get-ended-run.ts";
import { getRun } from "#src/product/analyses/get-run.ts";
import { readHoldings } from "#src/product/analyses/read-holdings.ts";
import type { Context } from "#src/product/context.ts";
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
      const id = jobIdOf(c);
      const [run, forHoldings] = await Promise.all([getRun(ctx, id), adviceOf(ctx, id)]);
      const finished = { ...run, ...(forHoldings !== null && { forHoldings }) };
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
    const id = jobIdOf(c);
    const [run, forHoldings] = await Promise.all([getEndedRun(ctx, id), adviceOf(ctx, id)]);
    const body = JSON.stringify(plainTexts({ ...run, ...(forHoldings !== null && { for_holdings: forHoldings }) }));
    const headers = { etag: `"${sha256(body).slice(0, 32)}"`, "cache-control": "private, no-cache" };
    if (isKnown(c, headers.etag)) return answer(304, null, headers);
    return answer(200, body, { ...headers, "content-type": "application/json", ...nameOf(run, "json") });
  });
}

/** For its owner alone, who asks. */
async function adviceOf(ctx: Context, id: string): Promise<ForHoldings | null> {
  return (await readHoldings(ctx, id))?.for_holdings ?? null;
}

function nameOf({ request }: Pick<FinishedRun["run"], "request">, ending: string): { "content-disposition": string } {
  const name = `${request.ticker}-${request.trade_date}`.replaceAll(/[^\w.-]/g, "_");
  return { "content-disposition": `inline; filename="${name}.${ending}"` };
}
