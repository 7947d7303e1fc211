import { readFileSync } from "node:fs";
import type { ChainPlace, Refusal } from "#src/contract/api/proof.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { sha256 } from "#src/core/hash.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { embeddedJson, pageOf, policyHash, signedBlocks, signedText } from "./proof-check.js";
import type { SigningKey } from "./signing-key.ts";
import { htmlStyle } from "../html.ts";

/** What a file proves. */
export interface ProofFacts {
  readonly finished: FinishedRun;
  /** The run's page, as `renderHtml` makes it. */
  readonly page: string;
  /** `null` where the run recorded none. */
  readonly refused: readonly Refusal[] | null;
  /** `null` for a run that is not a published signal. */
  readonly chain: ChainPlace | null;
}

export interface Timestamp {
  readonly authority: string;
  /** DER, or a whole .ots file; hexadecimal. */
  readonly token: string;
}

export type Stamped =
  | { readonly ok: true; readonly timestamp: Timestamp }
  | { readonly ok: false; readonly reason: string };

export interface ProofMaker {
  readonly at: Instant;
  readonly codeVersion: string;
  /** Where the operator publishes its keys; `null` without a service. */
  readonly origin: string | null;
  readonly key: SigningKey;
  /** Has a signature timestamped; `null` without an authority, or where it gave none. */
  readonly stamp: (signature: string) => Promise<Timestamp | null>;
}

/** Shared with `conclave verify`; must not look like a script's end. */
const proofScript = readFileSync(new URL("./proof-check.js", import.meta.url), "utf8");

/** The report as one HTML file that proves itself: docs/proof.md. */
export async function makeProof(facts: ProofFacts, maker: ProofMaker): Promise<string> {
  const { run } = facts.finished;
  const { evidence, calls, ...manifest } = run.manifest;
  const { request, result, usage } = run;
  const { refused, chain } = facts;
  const report = reportOf(facts.page);
  const data: Record<string, unknown> = { report, request, result, usage, manifest, evidence, calls, refused, chain };
  const texts = Object.fromEntries(signedBlocks.map((name) => [name, embeddedJson(data[name])]));
  const title = `${manifest.data.symbol} ${request.trade_date}: ${result.rating} (proof)`;
  const hashes = Object.entries({ style: proofStyle, script: proofScript, ...texts }).map(([name, text]) => [
    name,
    sha256(text),
  ]);
  const statement = embeddedJson({
    format: "conclave-proof/1",
    made_at: toIso(maker.at),
    code_version: maker.codeVersion,
    origin: maker.origin,
    key: maker.key.id,
    title,
    run: { id: manifest.run_id, as_of: manifest.data.as_of, rating: result.rating },
    parts: Object.fromEntries(hashes),
  });
  const signature = maker.key.sign(signedText("statement", statement));
  const blocks = {
    statement,
    seal: embeddedJson({ public_key: maker.key.public_key, signature }),
    timestamp: embeddedJson(signedStamp(await maker.stamp(signature), maker.key)),
    ...texts,
  };
  return pageOf({ title, style: proofStyle, script: proofScript, scriptHash: await policyHash(proofScript), blocks });
}

/** The page reads only some of the token's bytes. */
function signedStamp(stamp: Timestamp | null, key: SigningKey): (Timestamp & { signature: string }) | null {
  if (stamp === null) return null;
  const { authority, token } = stamp;
  return { authority, token, signature: key.sign(signedText("timestamp", embeddedJson({ authority, token }))) };
}

/** What stands in a report's page. */
export function reportOf(page: string): string {
  const [start, end] = ["<main>", "</main>"];
  return page.slice(page.indexOf(start) + start.length, page.lastIndexOf(end)).trim();
}

/** The report's style, and what surrounds the report in a proof file. */
const proofStyle = `${htmlStyle}
#proof-verdict { margin: 0 0 24px; padding: 14px 20px; border-radius: 10px; background: var(--warn-page); color: var(--warn); }
#proof-verdict p { margin: 4px 0 0; } #proof-verdict strong { font-size: 1.1rem; }
#proof-verdict[data-state=ok] { background: var(--up); color: var(--page); }
#proof-verdict[data-state=wrong] { background: var(--down); color: var(--page); }
#proof-verdict label { display: block; margin-top: 10px; font-size: .875rem; }
#proof-verdict input { display: block; width: 100%; max-width: 26rem; margin-top: 4px; padding: 6px 10px; border: 1px solid; border-radius: 6px; background: var(--page); color: var(--text); font: inherit; }
#proof-page a { text-decoration: underline; }
#proof-panel details { margin: 8px 0; } #proof-panel pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem; }
#proof-panel td { font-size: .875rem; overflow-wrap: anywhere; }
`;
