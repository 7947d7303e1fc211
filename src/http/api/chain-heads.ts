import type { Hono } from "hono";
import { writeHeadFeed } from "#src/content/head-feed.ts";
import { routes } from "#src/contract/routes.ts";
import { readChainHead } from "#src/services/signals/read-chain-head.ts";
import type { Env } from "../env.ts";
import { answer, answerJson, mountOpen } from "../mount.ts";
import { originOf } from "./feeds.ts";
import type { SystemContext } from "#src/services/context.ts";

/** `/api/signal-engine/heads` and the same as a feed: for everybody who wants to keep what nobody then can change. */
export function mountChainHeads(app: Hono<Env>, ctx: SystemContext): void {
  mountOpen(app, routes.getChainHeads, async () => answerJson(200, await readChainHead(ctx)));
  mountOpen(app, routes.getChainHeadFeed, async (c) =>
    answer(200, writeHeadFeed(await readChainHead(ctx), originOf(c)), {
      "content-type": "application/atom+xml; charset=utf-8",
      "cache-control": "no-store",
    }),
  );
}
