import { createHash } from "node:crypto";
import { createAvatar } from "@dicebear/core";
import * as shapes from "@dicebear/shapes";
import { deleteAvatar, findAvatar, findAvatarTag, putAvatar } from "./queries/users.ts";
import type { Context, SystemContext } from "../context.ts";
import sharp, { type Metadata, type Sharp } from "sharp";
import { InvalidInput } from "#src/core/errors.ts";

/** The front door allows a little more, for the form. */
const avatarLimits = { bytes: 5 * 1_048_576, pixels: 50_000_000, side: 10_000 } as const;

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

/** In pixels: twice of what the largest page shows, for dense displays. */
const side = 512;
/** SVG and PDF are programs of a kind. */
const formats = new Set(["png", "jpeg", "webp", "gif", "heif"]);

/**
 * The square middle, upright, as WebP without metadata; the first frame.
 * @throws InvalidInput
 */
export async function setAvatar(ctx: Context, file: Uint8Array): Promise<void> {
  const { db, clock, actor } = ctx;
  if (file.byteLength > avatarLimits.bytes) throw new InvalidInput("the picture is larger than 5 MB");
  const image = await square(file);
  const etag = createHash("sha256").update(image).digest("base64url").slice(0, 22);
  await putAvatar(db.sql, actor.owner, { etag, image }, clock.now());
}

async function square(file: Uint8Array): Promise<Buffer> {
  let known: Metadata;
  try {
    known = await decoder(file).metadata();
  } catch {
    throw notReadable();
  }
  const { format, compression, width, height } = known;
  // Of the HEIF family AVIF alone is a format of the web.
  if (!formats.has(format) || (format === "heif" && compression !== "av1")) throw notReadable();
  if (width > avatarLimits.side || height > avatarLimits.side || width * height > avatarLimits.pixels)
    throw new InvalidInput("the picture has more than 50 million pixels, or a side of more than 10,000");
  try {
    return await decoder(file)
      .autoOrient()
      .resize(side, side, { fit: "cover", position: "attention" })
      .webp({ quality: 84 })
      .timeout({ seconds: 10 })
      .toBuffer();
  } catch {
    throw notReadable();
  }
}

function decoder(file: Uint8Array): Sharp {
  // A damaged file is refused, not shown in part.
  return sharp(file, { limitInputPixels: avatarLimits.pixels, failOn: "error", pages: 1, page: 0 });
}

function notReadable(): InvalidInput {
  return new InvalidInput("the picture must be a valid PNG, JPEG, WebP, GIF or AVIF file");
}

/** The drawn one comes back. */
export async function removeAvatar(ctx: Context): Promise<void> {
  const { db, actor } = ctx;
  await deleteAvatar(db.sql, actor.owner);
}
