import type { ReactNode } from "react";
import { opinionScale } from "#src/contract/jobs/analysis.ts";
import type { Stance, StanceMap } from "#src/report/document.ts";
import { percentAt, wayOf } from "#src/report/charts/stance-map.ts";
import { classNames } from "#src/web/components/ui/elements.tsx";

const ways = { up: "bg-positive", down: "bg-negative", flat: "bg-muted" } as const;

/** Where every voice stood: opinions from Sell to Buy, and beside them the sizes. Each line is a link to its words. */
export function Stances({ map: { opinions, ratingAt, sizes, sizesTo, remarks } }: { map: StanceMap }) {
  return (
    <figure className="grid min-w-0 gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-2">
        <Panel title="Opinion" stances={opinions} axis={opinionScale}>
          {({ place }) => (
            <>
              {ratingAt === null ? null : (
                <i
                  className="absolute inset-y-0 w-1/5 -translate-x-1/2 bg-accent/10"
                  style={{ left: percentAt(ratingAt) }}
                />
              )}
              <i
                className={classNames(
                  "absolute top-1/2 size-3 -translate-x-1/2 -translate-y-1/2 rounded-full",
                  ways[wayOf(place)],
                )}
                style={{ left: percentAt(place) }}
              />
            </>
          )}
        </Panel>
        <Panel title="Size (share of the portfolio)" stances={sizes} axis={["0%", `${sizesTo}%`]}>
          {({ place }) => (
            <i
              className="absolute top-1/2 left-0 h-2 min-w-0.5 -translate-y-1/2 rounded-r-sm bg-accent"
              style={{ width: `${Math.round((place / sizesTo) * 100)}%` }}
            />
          )}
        </Panel>
      </div>
      <figcaption className="text-sm text-muted">{remarks.join(" ")}</figcaption>
    </figure>
  );
}

interface PanelProps {
  readonly title: string;
  readonly stances: readonly Stance[];
  /** Names along the scale. */
  readonly axis: readonly string[];
  /** What stands on the track. */
  readonly children: (stance: Stance) => ReactNode;
}

const columns = "grid grid-cols-[minmax(6rem,10.5rem)_minmax(0,1fr)_5.5rem] items-center gap-x-3";

function Panel({ title, stances, axis, children }: PanelProps) {
  if (stances.length === 0) return null;
  return (
    <div className="min-w-0">
      <div className={columns}>
        <h3 className="text-sm font-semibold text-ink">{title}</h3>
        <p
          aria-hidden
          className={classNames(
            "text-2xs whitespace-nowrap text-muted",
            axis.length === 2 ? "flex justify-between" : "grid grid-cols-5 text-center",
          )}
        >
          {axis.map((name, index) => (
            <span key={name} className={axis.length > 2 && index % 2 === 1 ? "invisible" : ""}>
              {name}
            </span>
          ))}
        </p>
      </div>
      <ul>
        {stances.map((stance) => (
          <li key={stance.title} className={`relative text-sm hover:bg-sunken ${columns}`}>
            {/* The whole line leads to the words. */}
            <a
              href={`#${stance.saidAt}`}
              className="truncate rounded-sm underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {stance.title}
            </a>
            <span aria-hidden className="relative h-6 border-x border-line/70">
              <i className="absolute inset-x-0 top-1/2 h-px bg-line" />
              {children(stance)}
            </span>
            <span className="text-muted tabular-nums">{stance.says}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
