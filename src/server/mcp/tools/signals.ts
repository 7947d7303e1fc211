import { z } from "zod";
import { AssetType, Opinion } from "#src/contract/jobs/analysis.ts";
import { ListedInstrumentAnswer, RankingAnswer, RecordAnswer } from "#src/contract/signals/track-record-routes.ts";
import { Horizon, SignalDetail, houseList } from "#src/contract/signals/signals.ts";
import { signalInstruction } from "#src/contract/run/instruction.ts";
import { inline } from "#src/core/text/untrusted.ts";
import { envelope, pageOf } from "../answer.ts";
import { tool } from "../tool.ts";
import { WatchlistAnswer } from "#src/contract/signals/signal-routes.ts";

/** Signals of a page: each has up to four marks. */
const mostSignals = 20;

const ShownMark = z.object({
  horizon: Horizon,
  status: z.enum(["open", "settled"]),
  return: z.number().nullable(),
  excess_return: z.number().nullable(),
  hit: z.boolean().nullable(),
});
const ShownSignal = z.object({
  id: z.string(),
  symbol: z.string(),
  session: z.string().describe("The as-of session."),
  rating: Opinion,
  instruction: z.string().describe("What is to be done on the rating."),
  previous_rating: Opinion.nullable(),
  confidence: z.number().nullable(),
  entry: z.number().nullable(),
  stop: z.number().nullable(),
  target: z.number().nullable(),
  currency: z.string(),
  reasoner: z.string(),
  analysis_id: z.string(),
  withdrawn: z.string().nullable().describe("Why it was withdrawn."),
  marks: z.array(ShownMark).describe("Returns after so many sessions, as fractions, and against the benchmark."),
});

function shownSignal({ signal, withdrawn, marks }: SignalDetail): z.infer<typeof ShownSignal> {
  const { id, session, rating, previous_rating, confidence, entry, stop, target, currency, analysis_id } = signal;
  return {
    id,
    session,
    rating,
    previous_rating,
    confidence,
    entry,
    stop,
    target,
    currency,
    analysis_id,
    symbol: inline(signal.symbol),
    instruction: inline(signalInstruction(signal)),
    reasoner: inline(signal.reasoner),
    withdrawn: withdrawn === null ? null : envelope("operator", inline(withdrawn.reason, 300)),
    marks: marks.map(({ horizon, status, return: gained, excess_return, hit }) => ({
      horizon,
      status,
      return: gained,
      excess_return,
      hit,
    })),
  };
}

export const listSignals = tool({
  name: "list_signals",
  title: "List signals",
  description:
    "Published ratings of a list, newest first, with their outcomes. Without list: the service's own public list. With symbol: the history of one instrument.",
  input: z.object({
    list: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .default(houseList)
      .describe("house, or the ID of a watchlist of yours."),
    symbol: z.string().min(1).max(32).optional(),
    rating: Opinion.optional(),
    changed: z.boolean().default(false).describe("Only signals whose rating differs from the one before."),
    limit: z.int().min(1).max(mostSignals).default(10),
    cursor: z.string().max(20).optional(),
  }),
  output: z.object({ signals: z.array(ShownSignal), next_cursor: z.string().nullable() }),
  async run({ symbol, rating, cursor, ...rest }, { service }) {
    const query = {
      ...rest,
      ...(symbol !== undefined && { symbol }),
      ...(rating !== undefined && { rating }),
      ...(cursor !== undefined && { cursor }),
    };
    const { data, nextCursor } = await service.client.signals.list(query);
    const signals = z.array(SignalDetail).parse(data).map(shownSignal);
    return { signals: [...pageOf(signals, 0).items], next_cursor: nextCursor };
  },
});

const ShownRecord = RecordAnswer.omit({ equity: true, head: true, calibration: true });

export const getTrackRecord = tool({
  name: "get_track_record",
  title: "Get the track record",
  description:
    "How often the public list's ratings were right and what they returned against the benchmark, with 95 % intervals where there are enough outcomes. Say when an interval is missing.",
  input: z.object({}),
  output: ShownRecord,
  async run(_input, { service }) {
    return ShownRecord.parse(await service.client.record.get());
  },
});

const ShownOpinion = RankingAnswer.shape.opinions.element.omit({ hits: true });

export const getRanking = tool({
  name: "get_ranking",
  title: "Get the ranking",
  description: "The newest opinion on each instrument of the public list, in an order.",
  input: z.object({
    order: z.enum(["conviction", "agreement", "right", "symbol"]).default("conviction"),
    asset_type: AssetType.optional(),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/)
      .optional(),
  }),
  output: z.object({ opinions: z.array(ShownOpinion), total: z.int(), next_cursor: z.string().nullable() }),
  async run({ order, asset_type: type, cursor }, { service }) {
    const all = RankingAnswer.parse(await service.client.record.ranking({ order }))
      .opinions.filter((one) => type === undefined || one.asset_type === type)
      .map(({ hits: _hits, ...one }) => ({ ...one, symbol: inline(one.symbol), name: inline(one.name) }));
    const { items, next } = pageOf(all, Number(cursor ?? "0"));
    return { opinions: [...items], total: all.length, next_cursor: next === null ? null : String(next) };
  },
});

export const listInstruments = tool({
  name: "list_instruments",
  title: "List instruments",
  description:
    "Instruments in the service's archives, with the dates for which there are prices. A service with online data covers more.",
  input: z.object({
    search: z.string().min(1).max(100).optional().describe("Part of a symbol or name."),
    limit: z.int().min(1).max(40).default(20),
    cursor: z.string().max(100).optional(),
  }),
  output: z.object({ instruments: z.array(ListedInstrumentAnswer), next_cursor: z.string().nullable() }),
  async run({ search, limit, cursor }, { service }) {
    const query = {
      limit,
      ...(search !== undefined && { search }),
      ...(cursor !== undefined && { cursor }),
    };
    const { data, nextCursor } = await service.client.instruments.list(query);
    const listed = z.array(ListedInstrumentAnswer).parse(data);
    const instruments = listed.map((one) => ({ ...one, symbol: inline(one.symbol), name: inline(one.name) }));
    return { instruments: [...pageOf(instruments, 0).items], next_cursor: nextCursor };
  },
});

const ShownList = WatchlistAnswer.pick({ id: true, schedule: true, runs: true, created_at: true }).extend({
  name: z.string(),
  symbols: z.array(z.string()).describe("The first 50."),
  instruments: z.int(),
});

export const listWatchlists = tool({
  name: "list_watchlists",
  title: "List watchlists",
  description: "Your watchlists, whose instruments are analysed on a schedule. Use the ID as list in list_signals.",
  input: z.object({}),
  output: z.object({ watchlists: z.array(ShownList) }),
  async run(_input, { service }) {
    const lists = z
      .array(WatchlistAnswer)
      .parse(await service.client.lists.list())
      .map(({ id, name, schedule, runs, created_at, instruments }) => ({
        id,
        schedule,
        runs,
        created_at,
        name: inline(name),
        symbols: instruments.slice(0, 50).map(({ symbol }) => inline(symbol)),
        instruments: instruments.length,
      }));
    return { watchlists: [...pageOf(lists, 0).items] };
  },
});
