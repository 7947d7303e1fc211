import { readTrackRecord } from "#src/product/signals/track-record.ts";
import { trackRecordCsv } from "#src/product/signals/public/outcomes.ts";
import { webContext } from "#src/web/context.ts";

// Asked for anew each time, not when the pages are built.
export const dynamic = "force-dynamic";

/** The public record as a file, for everybody. */
export async function GET(): Promise<Response> {
  const record = await readTrackRecord(webContext());
  return new Response(trackRecordCsv(record), {
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": 'attachment; filename="conclave-track-record.csv"',
      "cache-control": "no-store",
    },
  });
}
