import type { Rating } from "#src/contract/analysis.ts";
import { counted } from "#src/platform/number-text.ts";
import { classNames } from "./class-names.ts";

const length = 12;

/** How high in its column an opinion stands: Sell at the bottom, Buy at the top. */
const places = {
  Sell: "top-4/5 bg-negative",
  Underweight: "top-3/5 bg-negative",
  Hold: "top-2/5 bg-muted",
  Overweight: "top-1/5 bg-positive",
  Buy: "top-0 bg-positive",
} as const satisfies Record<Exclude<Rating, "REVIEW">, string>;

/** The last twelve ratings, the newest on the right. REVIEW fills its column with hatching: it has no height. */
export function RatingStrip({ ratings }: { ratings: readonly Rating[] }) {
  const shown = ratings.slice(-length);
  const text =
    shown.length === 0
      ? "No ratings yet"
      : `Last ${counted(shown.length, "rating")}, oldest first: ${shown.join(", ")}`;
  return (
    <div>
      <span className="sr-only">{text}</span>
      <ol aria-hidden className="grid h-6 grid-cols-12 gap-0.5">
        {Array.from({ length }, (_, index) => {
          const rating = shown[index - (length - shown.length)];
          return (
            <li
              key={index}
              className={classNames(
                "relative rounded-[1px]",
                rating === "REVIEW" ? "hatched" : rating === undefined ? "border-b border-line" : "bg-sunken",
              )}
            >
              {rating === undefined || rating === "REVIEW" ? null : (
                <span className={`absolute inset-x-0 h-1/5 rounded-[1px] ${places[rating]}`} />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
