"use server";

import { z } from "zod";
import { storableText } from "#src/contract/text.ts";
import { searchArticles } from "#src/product/content/passages.ts";
import { matching } from "#src/web/suggestions.ts";
import { searchAnalyses } from "#src/product/analyses/reading.ts";
import { suggestedInstruments } from "#src/web/instruments.ts";
import { userAction } from "./acting.ts";

export interface Found {
  readonly kind: "Symbols" | "Analyses" | "Help";
  readonly href: string;
  readonly label: string;
  readonly about: string;
}

const Text = storableText.trim().min(1).max(100);
const mostOfAKind = 5;

/** What fits a text, beside the pages themselves: symbols, the viewer's analyses, help. */
export const find = userAction(async ({ ctx }, text: string) => {
  const wanted = Text.parse(text);
  const symbols = matching(await suggestedInstruments(ctx), wanted).slice(0, mostOfAKind);
  const symbol = z.string().max(32).safeParse(wanted.toUpperCase()).data ?? null;
  const filter = { status: null, symbol, rating: null, from: null, to: null };
  const { analyses } = await searchAnalyses(ctx, { filter, page: { before: null, after: null, limit: mostOfAKind } });
  return [
    ...symbols.map((one) => ({
      kind: "Symbols" as const,
      href: `/instruments/${encodeURIComponent(one.symbol)}`,
      label: one.symbol,
      about: one.name,
    })),
    ...analyses.map(({ id, request, status }) => ({
      kind: "Analyses" as const,
      href: `/analyses/${id}`,
      label: `${request.ticker}, ${request.trade_date}`,
      about: status,
    })),
    ...searchArticles(wanted)
      .slice(0, mostOfAKind)
      .map(({ article, passage }) => ({
        kind: "Help" as const,
        href: passage.url,
        label: article.title,
        about: passage.heading ?? "",
      })),
  ];
});
