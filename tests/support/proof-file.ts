import type { ChainPlace } from "#src/contract/api/proof.ts";
import { makeProof, type ProofMaker } from "#src/report/proof/make-proof.ts";
import { openSigningKey } from "#src/report/proof/signing-key.ts";
import { renderHtml } from "#src/report/page.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { hostileRun } from "./hostile-run.ts";

export const proofKey = await openSigningKey(Buffer.alloc(32, 7).toString("base64url"));

/** A run as a file that proves itself, made by the code `test`. @param given `page`: of another report than the run's */
export async function proofFile(
  finished: FinishedRun = hostileRun(""),
  given: { readonly page?: string; readonly chain?: ChainPlace; readonly stamp?: ProofMaker["stamp"] } = {},
): Promise<Uint8Array> {
  const { page = await renderHtml(finished), chain = null, stamp = () => Promise.resolve(null) } = given;
  const text = await makeProof(
    { finished, page, refused: null, chain },
    {
      at: Date.UTC(2026, 10, 25),
      codeVersion: "test",
      origin: null,
      key: proofKey,
      stamp,
    },
  );
  return new TextEncoder().encode(text);
}

/** A place in the chain as a signal of the run would have it, with an entry behind it, up to a head. */
export function placeOf({ run }: FinishedRun): ChainPlace {
  const { symbol, session } = run.manifest.data;
  const place = { version: 1, list: "house" };
  const body = canonicalJson({
    ...place,
    kind: "signal",
    number: 7,
    previous: "ab".repeat(32),
    analysis_id: run.manifest.run_id,
    rating: run.result.rating,
    symbol,
    session,
  });
  const hash = sha256(body);
  const next = canonicalJson({ ...place, kind: "tombstone", number: 8, previous: hash, of: 3, reason: "a test" });
  const head = { day: "2026-11-24", number: 8, hash: sha256(next) };
  return {
    list: "house",
    entries: [
      { hash, body },
      { hash: head.hash, body: next },
    ],
    head,
  };
}
