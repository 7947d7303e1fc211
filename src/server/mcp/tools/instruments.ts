import { z } from "zod";
import { ListedInstrumentAnswer } from "#src/contract/signals/track-record-routes.ts";
import { WatchlistAnswer } from "#src/contract/signals/signal-routes.ts";
import { inline } from "#src/core/text/untrusted.ts";
import { pageOf } from "../size.ts";
import { tool } from "../tool.ts";

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
