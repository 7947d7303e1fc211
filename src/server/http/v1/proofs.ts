import { fileNameOf } from "#src/contract/jobs/analysis.ts";
import { toIso } from "#src/core/clock.ts";
import { sha256 } from "#src/core/hash.ts";
import { activeKey, openSigningKey } from "#src/report/proof/signing-key.ts";
import { makeProof, type ProofFacts } from "#src/report/proof/make-proof.ts";
import { listRetiredKeys, openProofKey, readAnalysisProof, readSignalProof } from "#src/product/proofs/proofs.ts";
import { readChainHead } from "#src/product/signals/chain.ts";
import { answer } from "../answers.ts";
import { originOf } from "../api/feeds.ts";
import type { Deps } from "../deps.ts";
import type { RequestContext } from "../env.ts";
import type { Handlers } from "../mount.ts";

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
