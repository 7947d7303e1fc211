import { inOrder, rankingCsv } from "#src/product/instruments/public/rank.ts";
import { readRanking } from "#src/product/instruments/reading.ts";
import { webContext } from "#src/web/context.ts";
import { viewer } from "#src/web/viewer.ts";

// Asked for anew each time, not when the pages are built.
export const dynamic = "force-dynamic";

/** The ranking as whoever asks may read it. */
export async function GET(): Promise<Response> {
  const ranking = await readRanking(webContext(), { actor: (await viewer())?.actor ?? null });
  return new Response(rankingCsv({ ...ranking, opinions: inOrder(ranking.opinions, "conviction") }), {
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": 'attachment; filename="conclave-ranking.csv"',
      "cache-control": "no-store",
    },
  });
}
