import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import { stopChannel } from "#src/product/channels/stop-channel.ts";
import { unsubscribe } from "#src/product/mail/unsubscribe.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { answer, mountOpen } from "../mount.ts";
import type { SystemContext } from "#src/product/context.ts";

const noStore = { "cache-control": "no-store" } as const;

/** For List-Unsubscribe and the page behind a chat's link. No cookie is looked at. */
export function mountUnsubscribe(app: Hono<Env>, deps: SystemContext & Pick<Deps, "auth">): void {
  mountOpen(app, routes.unsubscribe, async (c) => {
    const given = { secret: deps.auth.keys.secret, token: c.req.param("token") ?? "" };
    if (await stopChannel(deps, given))
      return answer(303, null, { location: `/unsubscribe/${encodeURIComponent(given.token)}`, ...noStore });
    await unsubscribe(deps, given);
    return answer(204, null, noStore);
  });
  mountOpen(app, routes.openUnsubscribe, () => answer(302, null, { location: "/settings/notifications", ...noStore }));
}
