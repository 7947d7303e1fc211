import { PublishedProofKeys } from "./proof.ts";
import { ChainHeads } from "../signals/chains.ts";
import { always, file, json, noLongerKept, problem, publicErrors, type Declared } from "./route.ts";

/** The public data that proofs are compared with. */
export const proofPaths = {
  keys: "/.well-known/conclave-keys.json",
  chain: "/.well-known/conclave-chain.json",
} as const;

const about =
  "One HTML file that a reader opens offline: the report, the evidence with its hashes, the manifest and the hashes of all prompts, " +
  "signed by the service's key. A script inside checks it, and so does `conclave verify FILE`.";

export const proofRoutes = {
  getReportProof: {
    method: "get",
    path: "/v1/analyses/{job_id}/proof",
    tag: "analyses",
    summary: "Get the report as a file that proves itself",
    description: `${about} Scope: \`analyses:read\`.`,
    path_parameters: { job_id: { description: "The ID of the analysis.", example: "ana_7m3k9q0x2v5c8b1n4h6t" } },
    answers: {
      200: file("text/html", "The file."),
      404: { name: "NoAnalysis", ...problem("The analysis does not exist or belongs to another owner.") },
      409: { name: "NotSucceeded", ...problem("The analysis has not succeeded.") },
      410: noLongerKept,
      ...always,
    },
  },
  getSignalProof: {
    method: "get",
    path: "/v1/signals/{signal_id}/proof",
    tag: "signals",
    summary: "Get a signal's report as a file that proves itself",
    description:
      `${about} It also holds the signal's entry in the chain and, once every signal of its day is public, the entries up to the head of ` +
      "that day. Scope: `signals:read`.",
    path_parameters: { signal_id: { description: "The ID of the signal.", example: "sig_7m3k9q0x2v5c8b1n4h6t" } },
    answers: {
      200: file("text/html", "The file."),
      404: { name: "NoSignal", ...problem("The signal does not exist or belongs to another owner's list.") },
      ...always,
    },
  },
  getProofKeys: {
    method: "get",
    path: proofPaths.keys,
    tag: "site",
    open: true,
    summary: "Get the public keys that sign proofs",
    description:
      "Compare the key that a proof names with these: the one in force first, then those before it. What a retired key signed while it was in force stays valid; of a revoked one nothing counts. Keep a copy: a file that was signed can be checked without the service.",
    answers: { 200: { description: "The keys.", body: json(PublishedProofKeys) }, ...publicErrors },
  },
  getWellKnownChain: {
    method: "get",
    path: proofPaths.chain,
    tag: "site",
    open: true,
    summary: "Get the heads of the record's chains at their well-known address",
    description: "The same as `/api/signal-engine/heads`, at an address that is the same on every server.",
    answers: { 200: { description: "The heads.", body: json(ChainHeads) }, ...publicErrors },
  },
} as const satisfies Record<string, Declared>;
