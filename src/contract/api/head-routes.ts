import { z } from "zod";
import { headPaths } from "./feeds.ts";
import { ChainHeads } from "../signals/chains.ts";
import { publicErrors, json, type Declared } from "./route.ts";

export const headRoutes = {
  getChainHeads: {
    method: "get",
    path: headPaths.json,
    tag: "site",
    open: true,
    summary: "Get the heads of the record's chains",
    description:
      "The newest hash of the house list's signals, of the settlement prices and of the ledger's transfers, and the newest at the end of each of the last " +
      "30 days (UTC), newest first. Save one to check later whether anything before it was changed.",
    answers: { 200: { description: "The heads.", body: json(ChainHeads) }, ...publicErrors },
  },
  getChainHeadFeed: {
    method: "get",
    path: headPaths.atom,
    tag: "site",
    open: true,
    summary: "Get the daily heads as Atom",
    description: "One entry per day, newest first. Follow it in a feed reader to keep the heads.",
    answers: {
      200: { description: "The feed.", body: { type: "application/atom+xml", schema: z.string() } },
      ...publicErrors,
    },
  },
} as const satisfies Record<string, Declared>;
