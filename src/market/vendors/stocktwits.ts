import { z } from "zod";
import { cleanText } from "../door/news.ts";
import type { Instrument, SocialPost, Vendor } from "../market-data.ts";
import { getJsonOr404 } from "./http.ts";
import { inOrder, dottedSymbol, ticker } from "./news.ts";

const name = "stocktwits";

const Message = z.object({
  id: z.number(),
  body: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  entities: z.object({ sentiment: z.object({ basic: z.string().nullish() }).nullish() }).nullish(),
});

/**
 * The newest 30 or so messages, with their authors' labels. Shows the present only.
 * @see https://api.stocktwits.com/developers/docs/api#streams-symbol-docs
 */
export function createStocktwits(options: { baseUrl?: string; timeoutMs?: number } = {}): Vendor {
  const { baseUrl = "https://api.stocktwits.com", timeoutMs = 15_000 } = options;
  return {
    name,
    social: {
      timing: "now",
      fetch: async ({ instrument }, signal) => {
        if (instrument.assetType === "index") return [];
        const url = new URL(`/api/2/streams/symbol/${encodeURIComponent(streamSymbol(instrument))}.json`, baseUrl);
        const answer = await getJsonOr404(url, z.object({ messages: z.array(Message) }), {
          vendor: name,
          timeoutMs,
          signal,
        });
        return inOrder((answer?.messages ?? []).flatMap((message) => readMessage(message) ?? []));
      },
    },
  };
}

/** Coins stand under `.X`. */
function streamSymbol(instrument: Instrument): string {
  return instrument.assetType === "crypto" ? `${ticker(instrument)}.X` : dottedSymbol(instrument);
}

function readMessage(message: z.infer<typeof Message>): SocialPost | null {
  const text = cleanText(message.body);
  if (text === "") return null;
  const at = Date.parse(message.created_at);
  return {
    eventTime: at,
    availableAt: at,
    source: name,
    sourceId: String(message.id),
    text,
    stance: readStance(message),
  };
}

function readStance(message: z.infer<typeof Message>): SocialPost["stance"] {
  const basic = message.entities?.sentiment?.basic?.toLowerCase();
  return basic === "bullish" || basic === "bearish" ? basic : null;
}
