import { LRUCache } from "lru-cache";
import { ImageResponse } from "next/og";
import { opinionScale, type Rating } from "#src/contract/jobs/analysis.ts";
import { ellipsis } from "#src/core/text/shorten.ts";
import type { ReactNode } from "react";

interface RatingPicture {
  /** `AAPL` */
  readonly symbol: string;
  readonly name: string;
  readonly rating: Rating;
  /** `as of 2025-06-02` */
  readonly when: string;
  /** One or two sentences. */
  readonly text: string;
  /** `58% of 41 right after 21 sessions`; empty where there is nothing to tell. */
  readonly record: string;
}

const colours = {
  Sell: "#a8281f",
  Underweight: "#a8281f",
  Hold: "#55595f",
  Overweight: "#12693f",
  Buy: "#12693f",
  REVIEW: "#5b3f93",
} as const satisfies Record<Rating, string>;

const mostText = 170;
/** Each takes a tenth of a second to draw; the same one is asked for by every site on which a link is shared. */
const drawn = new LRUCache<string, Buffer>({ max: 100 });

/** What a link to a rating shows where it is shared. What it shows may change, so it is kept for an hour. */
export async function ratingPicture(picture: RatingPicture): Promise<Response> {
  const key = JSON.stringify(picture);
  const known = drawn.get(key) ?? Buffer.from(await draw(picture).arrayBuffer());
  drawn.set(key, known);
  return new Response(Uint8Array.from(known), {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=3600" },
  });
}

function draw({ symbol, name, rating, when, text, record }: RatingPicture): ImageResponse {
  const colour = colours[rating];
  return new ImageResponse(
    <PicturePage about={when} padding="64px 80px">
      <div style={{ display: "flex", flexDirection: "column", gap: 20 }}>
        <div style={{ display: "flex", alignItems: "baseline", gap: 24 }}>
          <div style={{ display: "flex", fontSize: 84, letterSpacing: -2 }}>{symbol}</div>
          <div style={{ display: "flex", fontSize: 34, color: "#55595f" }}>{pictureText(name, 36)}</div>
        </div>
        <div style={{ display: "flex", alignItems: "center", gap: 24 }}>
          <div
            style={{
              display: "flex",
              padding: "6px 22px",
              fontSize: 52,
              color: rating === "REVIEW" ? colour : "#ffffff",
              background: rating === "REVIEW" ? "#ffffff" : colour,
              border: `3px ${rating === "REVIEW" ? "dashed" : "solid"} ${colour}`,
              borderRadius: 8,
            }}
          >
            {rating}
          </div>
          {rating === "REVIEW" ? (
            <div style={{ display: "flex", fontSize: 30, color: "#55595f" }}>no opinion</div>
          ) : (
            <div style={{ display: "flex", gap: 8 }}>
              {opinionScale.map((opinion) => (
                <div
                  key={opinion}
                  style={{
                    display: "flex",
                    width: 72,
                    height: 18,
                    borderRadius: 4,
                    background: opinion === rating ? colour : "#e2e2dc",
                  }}
                />
              ))}
            </div>
          )}
        </div>
        <div style={{ display: "flex", fontSize: 30, lineHeight: 1.4, color: "#55595f" }}>
          {pictureText(text, mostText)}
        </div>
      </div>
      <div style={{ display: "flex", fontSize: 26, color: "#55595f" }}>
        {record === "" ? "Research, not investment advice" : record}
      </div>
    </PicturePage>,
    sharePictureSize,
  );
}

/**
 * Signs that the font of share pictures has: Latin and Cyrillic letters, figures and common punctuation. For every other
 * one the library that draws them asks servers on the internet for a font or an emoji, and tells them the text.
 */
const undrawable = /[^ -~¡-¨ª-¬¯-ÿĀ-ēĖ-īĮ-ķĹ-ľŁ-ňŊ-ōŐ-žЀ-џ–—‘-‚“-„†-•…‰‹›€−≈≤≥]+/gu;

/**
 * A text of somebody else for a share picture: without what cannot be drawn, at most `most` long.
 * @returns "" where that is more than a tenth of it, as of a text in another script
 */
export function pictureText(text: string, most: number): string {
  const whole = text.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
  const kept = whole.replaceAll(undrawable, "").replaceAll(/ {2,}/g, " ").trim();
  return kept.length < whole.length * 0.9 ? "" : ellipsis(kept, most);
}

/** The paper of a picture for links, with our name and what it is of. Its styles are those that Satori knows. */
function PicturePage({ about, padding, children }: { about: string; padding: string; children: ReactNode }) {
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        width: "100%",
        height: "100%",
        padding,
        background: "#fafaf8",
        color: "#17191c",
      }}
    >
      <div style={{ display: "flex", alignItems: "center", gap: 18, fontSize: 30, color: "#55595f" }}>
        <div style={{ display: "flex", width: 14, height: 44, background: "#0b5a8a" }} />
        <div style={{ display: "flex", color: "#17191c" }}>Conclave</div>
        <div style={{ display: "flex" }}>{about}</div>
      </div>
      {children}
    </div>
  );
}

export const sharePictureSize = { width: 1200, height: 630 };

/** What a link to a text shows where it is shared: its title on paper. */
export function sharePicture({
  kind,
  title,
  summary,
}: {
  kind: string;
  title: string;
  summary: string;
}): ImageResponse {
  return new ImageResponse(
    <PicturePage about={kind} padding="72px 80px">
      <div style={{ display: "flex", flexDirection: "column", gap: 28 }}>
        <div style={{ display: "flex", fontSize: title.length > 42 ? 60 : 72, lineHeight: 1.12, letterSpacing: -1.5 }}>
          {title}
        </div>
        <div style={{ display: "flex", fontSize: 30, lineHeight: 1.4, color: "#55595f" }}>{summary}</div>
      </div>
    </PicturePage>,
    sharePictureSize,
  );
}
