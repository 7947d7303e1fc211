import { z } from "zod";
import { Sha256 } from "../signals/signals.ts";

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
