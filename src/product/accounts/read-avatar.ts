import { createHash } from "node:crypto";
import { createAvatar } from "@dicebear/core";
import * as shapes from "@dicebear/shapes";
import { findAvatar, findAvatarTag } from "./queries/avatars.ts";
import type { SystemContext } from "../context.ts";

export interface Avatar {
  readonly type: "image/webp" | "image/svg+xml";
  readonly etag: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Changes when the drawing does. */
const drawing = "shapes-9.4.3";

/**
 * The uploaded picture, else one drawn from the id.
 * @param input `known`: has the caller this ETag
 * @returns only the ETag when known
 */
export async function readAvatar(
  ctx: SystemContext,
  { userId, known }: { readonly userId: string; readonly known: (etag: string) => boolean },
): Promise<Avatar | { readonly etag: string }> {
  const { db } = ctx;
  const tag = await findAvatarTag(db.sql, userId);
  if (tag !== null && known(quoted(tag))) return { etag: quoted(tag) };
  const uploaded = tag === null ? null : await findAvatar(db.sql, userId);
  if (uploaded !== null)
    return { type: "image/webp", etag: quoted(uploaded.etag), bytes: new Uint8Array(uploaded.image) };
  // Not the id itself: an ETag stands in logs and caches.
  const etag = quoted(createHash("sha256").update(`${drawing} ${userId}`).digest("base64url").slice(0, 22));
  if (known(etag)) return { etag };
  const svg = createAvatar(shapes, { seed: userId, size: 512 }).toString();
  return { type: "image/svg+xml", etag, bytes: new TextEncoder().encode(svg) };
}

function quoted(tag: string): string {
  return `"${tag}"`;
}
