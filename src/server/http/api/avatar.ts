import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import { readAvatar } from "#src/product/accounts/read-avatar.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { isKnown } from "../etag.ts";
import { answer, mountOpen } from "../mount.ts";
import { BadRequest } from "../problems.ts";
import { signInSessionOf } from "../sign-in-session.ts";
import type { SystemContext } from "#src/product/context.ts";

/** Opened by itself, an SVG runs and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** `/api/avatar`: the signed-in user's picture. */
export function mountAvatar(app: Hono<Env>, deps: SystemContext & Pick<Deps, "auth">): void {
  mountOpen(app, routes.getAvatar, async (c) => {
    const session = await signInSessionOf(deps.auth, c.env.incoming);
    if (session === null) throw new BadRequest(401, "sign in first");
    c.get("call").owner = session.userId;
    const avatar = await readAvatar(deps, { userId: session.userId, known: (etag) => isKnown(c, etag) });
    const headers = {
      etag: avatar.etag,
      "cache-control": "private, no-cache",
      "content-security-policy": policy,
    };
    if (!("bytes" in avatar)) return answer(304, null, headers);
    return answer(200, avatar.bytes, { ...headers, "content-type": avatar.type });
  });
}
