import { notFound } from "next/navigation";
import { countText } from "#src/core/text/number-text.ts";
import { readPublicInstrument } from "#src/product/instruments/reading.ts";
import { ratingPicture, sharePictureSize } from "#src/web/components/content/pictures.tsx";
import { tellingOf } from "#src/web/components/dashboard/cards.tsx";
import { sessionsText, shareText } from "#src/web/components/signals/signal-text.ts";
import { webContext } from "#src/web/context.ts";
import { symbolIn } from "#src/web/instruments.ts";

export const size = sharePictureSize;
export const contentType = "image/png";
export const alt = "Conclave's newest public rating of the instrument";

/** Of what everybody may read, whoever asks. */
export default async function Picture({ params }: { params: Promise<{ readonly symbol: string }> }) {
  const symbol = await symbolIn((await params).symbol);
  const record = symbol === null ? null : await readPublicInstrument(webContext(), symbol);
  const newest = record?.tracks[0]?.ratings.at(-1);
  if (record === null || newest === undefined) notFound();
  const summary = tellingOf(record.hits);
  return ratingPicture({
    symbol: record.symbol,
    name: record.name ?? "",
    rating: newest.rating,
    when: `as of ${newest.session}`,
    text:
      newest.rating === "REVIEW"
        ? "The evidence did not support a rating."
        : "Argued by agents from dated evidence. Every rating stays in the public record with its outcome.",
    record:
      summary === null
        ? ""
        : `${shareText(summary.hits / summary.settled)} of ${countText(summary.settled)} right after ${sessionsText(summary.horizon)}`,
  });
}
