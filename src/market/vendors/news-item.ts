import type { Instant } from "#src/core/clock.ts";
import { cleanText, webAddress } from "../door/clean-text.ts";
import type { NewsItem } from "../market-data.ts";

/** As vendors write it. */
interface WrittenItem {
  readonly published: Instant;
  readonly id: string;
  readonly title: string;
  readonly summary?: string | null | undefined;
  readonly url: string | null | undefined;
  readonly publisher?: string | null | undefined;
}

/** `null` without a title. */
export function newsItem(source: string, written: WrittenItem): NewsItem | null {
  const title = cleanText(written.title);
  if (title === "") return null;
  return {
    eventTime: written.published,
    availableAt: written.published,
    source,
    sourceId: written.id,
    title,
    summary: cleanText(written.summary ?? "") || null,
    url: webAddress(written.url),
    publisher: cleanText(written.publisher ?? "") || null,
  };
}
