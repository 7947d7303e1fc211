import { z } from "zod";
import { Sha256 } from "../signals/signals.ts";
import { ChainHeads } from "../signals/chains.ts";
import { type Declared, always, file, json, noLongerKept, problem, publicErrors } from "./route.ts";

/** What the as-of door kept back: how many, why, and a hash, never the content. */
export const Refusal = z.object({
  /** The kind of data, such as `news`. */
  kind: z.string(),
  source: z.string(),
  reason: z.enum([
    /** Public only after the run's instant. */
    "later",
    /** Nobody says when they became public. */
    "undated",
    /** Public by then, but outside of the window. */
    "outside",
    /** The source has only current data, and was not asked. */
    "present_only",
  ]),
  count: z.int().nonnegative(),
  /** Records as sorted canonical JSON lines; `null`: none were asked for. */
  sha256: Sha256.nullable(),
});
export type Refusal = z.infer<typeof Refusal>;

/** An entry as the chain holds it. */
const ChainLink = z.object({ hash: Sha256, body: z.string() });

/** A signal's entry and those up to a public head. */
export const ChainPlace = z.object({
  list: z.string(),
  /** The signal's own first. */
  entries: z.array(ChainLink).min(1),
  /** The timestamp at the end of a day, UTC; `null` while none covers the entry. */
  head: z.object({ day: z.iso.date(), number: z.int().positive(), hash: Sha256 }).nullable(),
});
export type ChainPlace = z.infer<typeof ChainPlace>;

/** A public key that proofs are signed with: Ed25519, RFC 8032. */
export const ProofKey = z.object({
  /** The first 32 digits of the SHA-256 over the key's bytes. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  algorithm: z.literal("Ed25519"),
  /** 32 bytes, hexadecimal. */
  public_key: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ProofKey = z.infer<typeof ProofKey>;

/** The same, with the period in which it signs. */
export const PublishedProofKey = ProofKey.extend({
  /** `revoked`: nothing that it signed is valid any more. */
  status: z.enum(["active", "retired", "revoked"]),
  /** `null`: not known. */
  created_at: z.iso.datetime().nullable(),
  retired_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
  /** Why it was revoked. */
  reason: z.string().nullable(),
});
export type PublishedProofKey = z.infer<typeof PublishedProofKey>;

/** The operator's keys, the current one first. */
export const PublishedProofKeys = z.object({ keys: z.array(PublishedProofKey) });

/** The public data that proofs are compared with. */
const proofPaths = {
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
