import { readAvatar } from "#src/product/accounts/avatar.ts";
import type { SystemContext } from "#src/product/context.ts";
import { answer } from "../answers.ts";
import { isKnown } from "../bodies/etag.ts";
import type { Handlers } from "../mount.ts";

/** Opened by itself, an SVG runs and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

export const avatarHandlers = (deps: SystemContext) =>
  ({
    getAvatar: async ({ c, session: { userId } }) => {
      const avatar = await readAvatar(deps, { userId, known: (etag) => isKnown(c, etag) });
      const headers = {
        etag: avatar.etag,
        "cache-control": "private, no-cache",
        "content-security-policy": policy,
      };
      if (!("bytes" in avatar)) return answer(304, null, headers);
      return answer(200, avatar.bytes, { ...headers, "content-type": avatar.type });
    },
  }) satisfies Partial<Handlers>;
