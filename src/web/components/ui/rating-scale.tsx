import { opinionScale, type Opinion, type Rating } from "#src/contract/jobs/analysis.ts";
import { Badge, type Tone, classNames } from "./elements.tsx";

const tones = {
  Sell: "negative",
  Underweight: "negative",
  Hold: "neutral",
  Overweight: "positive",
  Buy: "positive",
  REVIEW: "review",
} as const satisfies Record<Rating, Tone>;

const filled = {
  Sell: "bg-negative",
  Underweight: "bg-negative",
  Hold: "bg-muted",
  Overweight: "bg-positive",
  Buy: "bg-positive",
} as const satisfies Record<Opinion, string>;

/** One word. REVIEW has a broken border: it is no opinion, not a weak one. */
export function RatingBadge({ rating, className }: { rating: Rating; className?: string }) {
  return (
    <Badge tone={tones[rating]} className={className}>
      {rating}
    </Badge>
  );
}

/**
 * The five opinions from Sell to Buy, with one marked; REVIEW stands apart and leaves all five empty. In a narrow place
 * only the ends and the marked one are named.
 */
export function RatingScale({ rating, className }: { rating: Rating; className?: string }) {
  const review = rating === "REVIEW";
  return (
    <div className={classNames("@container", className)}>
      <span className="sr-only">{review ? "No opinion: REVIEW" : `Rating: ${rating}`}</span>
      <div aria-hidden className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <ol className="grid min-w-56 flex-1 grid-cols-5 gap-1">
          {opinionScale.map((opinion, index) => (
            <Step key={opinion} opinion={opinion} chosen={opinion === rating} end={index === 0 || index === 4} />
          ))}
        </ol>
        <div
          className={classNames(
            "items-center gap-2 @sm:grid @sm:gap-1.5 @sm:border-l @sm:pl-5",
            review ? "flex" : "hidden",
          )}
        >
          <span
            className={classNames(
              "h-2 w-16 rounded-sm border border-dashed",
              review ? "hatched border-review" : "border-line-strong/60",
            )}
          />
          <span className={classNames("text-center text-2xs", review ? "font-semibold text-review" : "text-faint")}>
            REVIEW
          </span>
        </div>
      </div>
    </div>
  );
}

function Step({ opinion, chosen, end }: { opinion: keyof typeof filled; chosen: boolean; end: boolean }) {
  return (
    <li className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <span
        className={classNames("h-2 rounded-sm", chosen ? filled[opinion] : "bg-sunken inset-ring inset-ring-line")}
      />
      <span
        className={classNames(
          "justify-self-center text-2xs whitespace-nowrap",
          chosen ? "font-semibold text-ink" : "text-faint",
          !chosen && !end && "invisible @sm:visible",
        )}
      >
        {opinion}
      </span>
    </li>
  );
}
