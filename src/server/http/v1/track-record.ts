import type { Hono } from "hono";
import type { AssetType } from "#src/contract/analysis.ts";
import { routes } from "#src/contract/routes.ts";
import { NotFound } from "#src/core/errors.ts";
import { getPublicInstrument } from "#src/product/instruments/get-public-instrument.ts";
import { listInstruments } from "#src/product/instruments/list-instruments.ts";
import { rankInstruments } from "#src/product/instruments/rank-instruments.ts";
import { readInstrument } from "#src/product/instruments/read-instrument.ts";
import { listTrackedSignals } from "#src/product/signals/list-tracked-signals.ts";
import { summariseTrackRecord } from "#src/product/signals/summarise-track-record.ts";
import type { Deps } from "../deps.ts";
import type { Env, RequestContext } from "../env.ts";
import { answerJson, answerPage, mount } from "../mount.ts";
import { validate } from "../validation.ts";

export function mountTrackRecord(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.getRecord, async (_c, ctx) => answerJson(200, await summariseTrackRecord(ctx)));

  mount(app, deps, routes.listRecord, async (c, ctx) => {
    const { cursor = null, limit } = validate(routes.listRecord.query, c.req.query(), "query");
    const { signals, next } = await listTrackedSignals(ctx, { before: cursor, limit });
    return answerPage(signals, next);
  });

  mount(app, deps, routes.getRecordInstrument, async (c, ctx) =>
    answerJson(200, await getPublicInstrument(ctx, symbolOf(c))),
  );

  mount(app, deps, routes.getRanking, async (c, ctx) =>
    answerJson(200, await rankInstruments(ctx, validate(routes.getRanking.query, c.req.query(), "query"))),
  );

  mount(app, deps, routes.listInstruments, async (c, ctx) => {
    const { search = null, cursor = null, limit } = validate(routes.listInstruments.query, c.req.query(), "query");
    const environment = await deps.analysisEnvironment();
    const found = await listInstruments(ctx, { environment, search, after: cursor, limit });
    return answerPage(
      found.instruments.map(({ assetType, ...instrument }) => ({ ...instrument, asset_type: assetType })),
      found.next,
    );
  });

  mount(app, deps, routes.getInstrument, async (c, ctx) => {
    const { asset_type: assetType } = validate(routes.getInstrument.query, c.req.query(), "query");
    const instrument = { symbol: await canonical(c, deps, assetType), assetType };
    const record = await readInstrument(ctx, instrument);
    const { evidenceOf } = await deps.analysisEnvironment();
    return answerJson(200, { ...record, coverage: await evidenceOf(instrument, c.req.raw.signal) });
  });
}

/** @throws NotFound for what no symbol looks like, which the database is not asked for */
function symbolOf(c: RequestContext): string {
  const symbol = c.req.param("symbol") ?? "";
  if (!/^[^\u0000-\u0020\u007f-\u00a0]{1,32}$/.test(symbol) || !symbol.isWellFormed())
    throw new NotFound("there is no such instrument");
  return symbol;
}

/** As the service names it: `aapl` is AAPL. @throws NotFound */
async function canonical(c: RequestContext, deps: Deps, assetType: AssetType): Promise<string> {
  const read = (await deps.analysisEnvironment()).read(symbolOf(c), assetType);
  if (!read.ok) throw new NotFound("there is no such instrument");
  return read.symbol;
}
