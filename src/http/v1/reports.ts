import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import { renderMarkdown } from "#src/report/markdown.ts";
import { renderPage } from "#src/report/page.ts";
import type { Finished } from "#src/report/words.ts";
import { getEndedRun } from "#src/services/analyses/get-ended-run.ts";
import { getRun } from "#src/services/analyses/get-run.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { answer, answerJson, jobIdOf, mount } from "../mount.ts";

/** The page needs no script and no network, and its text comes in part from outside. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function mountReports(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.reportMarkdown, async (c, ctx) => {
    const finished = await getRun(ctx, jobIdOf(c));
    return answer(200, renderMarkdown(finished), headers("text/markdown; charset=utf-8", finished, "md"));
  });
  mount(app, deps, routes.reportHtml, async (c, ctx) => {
    const finished = await getRun(ctx, jobIdOf(c));
    return answer(200, await renderPage(finished), {
      ...headers("text/html; charset=utf-8", finished, "html"),
      "content-security-policy": pagePolicy,
    });
  });
  mount(app, deps, routes.reportJson, async (c, ctx) => {
    const run = await getEndedRun(ctx, jobIdOf(c));
    return answerJson(200, run, headers("application/json", { run }, "json"));
  });
  mount(app, deps, routes.reportPdf, async (c, ctx) => {
    const finished = await getRun(ctx, jobIdOf(c));
    // Loaded when the first one is wanted: its fonts and layout are more than all the rest of the front door.
    const { renderPdf } = await import("#src/report/pdf.ts");
    return answer(200, new Uint8Array(await renderPdf(finished)), headers("application/pdf", finished, "pdf"));
  });
}

function headers(
  type: string,
  { run }: { readonly run: Pick<Finished["run"], "request"> },
  ending: string,
): Record<string, string> {
  const name = `${run.request.ticker}-${run.request.trade_date}`.replaceAll(/[^\w.-]/g, "_");
  return {
    "content-type": type,
    "content-disposition": `inline; filename="${name}.${ending}"`,
    "cache-control": "no-store",
  };
}
