import type { Hono } from "hono";
import { writeHeadFeed } from "#src/product/content/head-feed.ts";
import { writeTrackRecordFeed } from "#src/product/content/track-record-feed.ts";
import { readTrackRecord } from "#src/product/signals/read-track-record.ts";
import { routes } from "#src/contract/routes.ts";
import { readChainHead } from "#src/product/signals/read-chain-head.ts";
import type { Env } from "../env.ts";
import { answer, answerJson, mountOpen } from "../mount.ts";
import { originOf } from "./feeds.ts";
import type { SystemContext } from "#src/product/context.ts";

/** Heads, also as a feed, and the record's feed: for everybody who keeps them. */
export function mountChainHeads(app: Hono<Env>, ctx: SystemContext): void {
  mountOpen(app, routes.getChainHeads, async () => answerJson(200, await readChainHead(ctx)));
  mountOpen(app, routes.getRecordFeed, async (c) =>
    answer(200, writeTrackRecordFeed(await readTrackRecord(ctx), originOf(c)), {
      "content-type": "application/rss+xml; charset=utf-8",
      "cache-control": "public, no-cache",
    }),
  );
  mountOpen(app, routes.getChainHeadFeed, async (c) =>
    answer(200, writeHeadFeed(await readChainHead(ctx), originOf(c)), {
      "content-type": "application/atom+xml; charset=utf-8",
      "cache-control": "no-store",
    }),
  );
}
