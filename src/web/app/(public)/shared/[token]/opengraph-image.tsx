import { notFound } from "next/navigation";
import { NoLongerKept, NotFound } from "#src/core/errors.ts";
import { readSharedRun } from "#src/product/analyses/reading.ts";
import { ratingPicture, sharePictureSize } from "#src/web/components/content/pictures.tsx";
import { webContext } from "#src/web/context.ts";

export const size = sharePictureSize;
export const contentType = "image/png";
export const alt = "The rating of a shared Conclave report";

/** Of a report that its owner shares. A link that was revoked has no picture either. */
export default async function Picture({ params }: { params: Promise<{ readonly token: string }> }) {
  const found = await readSharedRun(webContext(), (await params).token).catch((error: unknown) => {
    if (error instanceof NotFound || error instanceof NoLongerKept) return null;
    throw error;
  });
  if (found === null) notFound();
  const { run, reports } = found;
  const { rating } = run.result;
  return ratingPicture({
    symbol: reports.data.symbol,
    name: reports.data.name,
    rating,
    when: `as of ${reports.data.session ?? run.request.trade_date}`,
    text: reports.verdict?.thesis ?? reports.review_reason ?? "",
    record: "",
  });
}
