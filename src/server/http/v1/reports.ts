import { fileNameOf } from "#src/contract/jobs/analysis.ts";
import type { ForHoldings } from "#src/contract/holdings/holdings.ts";
import { plainTexts } from "#src/contract/text.ts";
import { sha256 } from "#src/core/hash.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { getEndedRun, getRun, readHoldings } from "#src/product/analyses/reading.ts";
import type { Context, SystemContext } from "#src/product/context.ts";
import { type RequestContext, answer, isKnown } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";
import { scriptlessPolicy } from "../protection/security-headers.ts";
import { toIso } from "#src/core/clock.ts";
import { activeKey, openSigningKey } from "#src/report/proof/signing-key.ts";
import { type ProofFacts, makeProof } from "#src/report/proof/make-proof.ts";
import { listRetiredKeys, openProofKey, readAnalysisProof, readSignalProof } from "#src/product/proofs/proofs.ts";
import { readChainHead } from "#src/product/signals/chain.ts";
import { originOf } from "../api/site.ts";
import type { ReportAnswer } from "#src/contract/jobs/analysis-routes.ts";
import { type OpenTurn, askReport } from "#src/product/assistant/assistant.ts";
import { type RenderTask, documentVersion } from "#src/report/renderer.ts";
import { findDocument, keepDocument } from "#src/product/documents/queries/rendered-documents.ts";

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
      "content-security-policy": scriptlessPolicy,
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

/** Nothing in it runs where a browser shows it. */
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export const proofHandlers = (deps: Deps) => {
  const signingKey = async () => openSigningKey((await openProofKey(deps)).seed);

  async function answerProof(c: RequestContext, owner: string, facts: Omit<ProofFacts, "page">): Promise<Response> {
    const gone = new AbortController();
    c.env.outgoing.once("close", () => gone.abort());
    const { finished } = facts;
    const task = { kind: "html", finished } as const;
    const cacheKey = sha256(`proof\n${JSON.stringify(task)}`);
    const page = await deps.renderer.render({ task, key: cacheKey, owner, signal: gone.signal });
    // Its key first: a file is not older than what signs it.
    const key = await signingKey();
    const file = await makeProof(
      { ...facts, page: new TextDecoder().decode(page) },
      { ...deps.proofs, at: deps.clock.now(), origin: originOf(c), key },
    );
    return answer(200, file, {
      "content-type": "text/html; charset=utf-8",
      "content-disposition": `attachment; filename="${fileNameOf(finished.run.request)}.proof.html"`,
      "content-security-policy": filePolicy,
      "cache-control": "private, no-store",
    });
  }

  return {
    getReportProof: async ({ c, ctx, path }) => {
      await deps.limits.takeDocument(ctx.actor.owner);
      return answerProof(c, ctx.actor.owner, await readAnalysisProof(ctx, path.job_id));
    },
    getSignalProof: async ({ c, ctx, path }) => {
      await deps.limits.takeDocument(ctx.actor.owner);
      return answerProof(c, ctx.actor.owner, await readSignalProof(ctx, path.signal_id));
    },
    getProofKeys: async () => {
      const { seed, createdAt } = await openProofKey(deps);
      const active = activeKey(await openSigningKey(seed), toIso(createdAt));
      return { keys: [active, ...(await listRetiredKeys(deps))] };
    },
    getWellKnownChain: () => readChainHead(deps),
  } satisfies Partial<Handlers>;
};

/** Questions about a report are answered in one piece. */
export const questionHandlers = (deps: Deps) =>
  ({
    askReport: async ({ c, ctx, path, body: { question } }) => {
      const gone = new AbortController();
      c.env.outgoing.once("close", () => gone.abort());
      const signal = AbortSignal.any([gone.signal, deps.stopping]);
      const report = { by: "analysis", id: path.job_id } as const;
      const turn = await askReport(ctx, { tools: deps.assistant, report, question: question.trim(), signal });
      const whole = await wholeAnswer(turn);
      deps.meters.answers.inc({ kind: whole.kind });
      return whole;
    },
  }) satisfies Partial<Handlers>;

async function wholeAnswer(turn: OpenTurn): Promise<ReportAnswer> {
  const claims: ReportAnswer["claims"] = [];
  const notes: string[] = [];
  for await (const event of turn.answer) {
    if (event.type === "claim") claims.push(event.claim);
    else if (event.type === "note") notes.push(event.text);
    else if (event.type === "end") return { kind: event.kind, note: notes.join(" ") || null, claims };
  }
  throw new Error("an answer ended without its final event");
}

interface Asked {
  readonly task: RenderTask;
  /** Who asks, and may. */
  readonly owner: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Answering = (c: RequestContext, asked: Asked) => Promise<Response>;

/** By the hash of what it is made from: 304, from the database, or made once in a thread for all who ask. */
export function createDocuments(deps: SystemContext & Pick<Deps, "renderer" | "limits" | "log">): Answering {
  const version = documentVersion();
  return async (c, { task, owner, headers: given }) => {
    const hash = sha256(`${version}\n${JSON.stringify(task)}`);
    const headers = { "cache-control": "private, no-cache", ...given, etag: `"${hash.slice(0, 32)}"` };
    if (isKnown(c, headers.etag))
      return answer(304, null, { etag: headers.etag, "cache-control": headers["cache-control"] });
    // A text is made as fast as it is fetched.
    const kept = task.kind === "pdf" || task.kind === "receipt";
    if (kept) await deps.limits.takeDocument(owner);
    // Documents are kept in the clear; what its owner holds is not.
    const isPrivate = task.kind !== "receipt" && task.finished.forHoldings !== undefined;
    const found = kept && !isPrivate ? await findDocument(deps.db.sql, hash, deps.clock.now()) : null;
    if (found !== null) return answer(200, new Uint8Array(found), headers);
    const gone = new AbortController();
    c.env.outgoing.once("close", () => gone.abort());
    const bytes = await deps.renderer.render({ task, key: hash, owner, signal: gone.signal });
    if (kept && !isPrivate)
      await keepDocument(deps.db.sql, { hash, owner, bytes }, deps.clock.now()).catch((error: unknown) =>
        deps.log.warn({ err: error }, "a document could not be kept"),
      );
    return answer(200, bytes, headers);
  };
}
