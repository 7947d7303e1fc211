import { fileNameOf } from "#src/contract/jobs/analysis.ts";
import type { ForHoldings } from "#src/contract/holdings/holdings.ts";
import { plainTexts } from "#src/contract/text.ts";
import { sha256 } from "#src/core/hash.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { getEndedRun, getRun } from "#src/product/analyses/reading.ts";
import { readHoldings } from "#src/product/analyses/holdings.ts";
import type { Context } from "#src/product/context.ts";
import { answer } from "../answers.ts";
import type { Deps } from "../deps.ts";
import { createDocuments } from "../documents.ts";
import type { RequestContext } from "../env.ts";
import { isKnown } from "../bodies/etag.ts";
import type { Handlers } from "../mount.ts";

/** The page needs no script, and part of its text is a stranger's. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

interface ReportCall {
  readonly c: RequestContext;
  readonly ctx: Context;
  readonly path: { readonly job_id: string };
}

export const reportHandlers = (deps: Deps) => {
  const answerDocument = createDocuments(deps);
  const report = (kind: "md" | "html" | "pdf", given: Readonly<Record<string, string>>) =>
    async function answerReport({ c, ctx, path }: ReportCall): Promise<Response> {
      const [run, forHoldings] = await Promise.all([getRun(ctx, path.job_id), adviceOf(ctx, path.job_id)]);
      const finished = { ...run, ...(forHoldings !== null && { forHoldings }) };
      const headers = { ...given, ...nameOf(finished.run, kind) };
      return answerDocument(c, { task: { kind, finished }, owner: ctx.actor.owner, headers });
    };
  return {
    getReportMarkdown: report("md", { "content-type": "text/markdown; charset=utf-8" }),
    getReportHtml: report("html", {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": pagePolicy,
    }),
    getReportPdf: report("pdf", { "content-type": "application/pdf" }),
    getReportJson: async ({ c, ctx, path }) => {
      const [run, forHoldings] = await Promise.all([getEndedRun(ctx, path.job_id), adviceOf(ctx, path.job_id)]);
      const body = JSON.stringify(plainTexts({ ...run, ...(forHoldings !== null && { for_holdings: forHoldings }) }));
      const headers = { etag: `"${sha256(body).slice(0, 32)}"`, "cache-control": "private, no-cache" };
      if (isKnown(c, headers.etag)) return answer(304, null, headers);
      return answer(200, body, { ...headers, "content-type": "application/json", ...nameOf(run, "json") });
    },
  } satisfies Partial<Handlers>;
};

/** For its owner alone, who asks. */
async function adviceOf(ctx: Context, id: string): Promise<ForHoldings | null> {
  return (await readHoldings(ctx, id))?.for_holdings ?? null;
}

function nameOf({ request }: Pick<FinishedRun["run"], "request">, ending: string): { "content-disposition": string } {
  return { "content-disposition": `inline; filename="${fileNameOf(request)}.${ending}"` };
}
