import { NotFound } from "#src/core/errors.ts";
import { deleteHoldings, readHoldings } from "#src/product/analyses/holdings.ts";
import { Reply } from "../answers.ts";
import type { Handlers } from "../mount.ts";

export const holdingsHandlers = {
  getHoldings: async ({ ctx, path }) => {
    const found = await readHoldings(ctx, path.job_id);
    if (found === null) throw new NotFound("this analysis has no holdings");
    return new Reply(found, { "cache-control": "no-store" });
  },
  deleteHoldings: ({ ctx, path }) => deleteHoldings(ctx, path.job_id),
} satisfies Partial<Handlers>;
