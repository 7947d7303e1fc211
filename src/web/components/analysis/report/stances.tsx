import type { Stance, StanceMap, StanceMark } from "#src/report/document.ts";
import { percentAt, stanceScale, wayOf } from "#src/report/stance-map.ts";
import { classNames } from "#src/web/components/ui/class-names.ts";

const ways = { up: "bg-positive", down: "bg-negative", flat: "bg-muted" } as const;

/** Where every voice stood: a picture of lines, each a link to its words; on a phone a list of bars. */
export function Stances({ map: { stances, ratingAt, remarks } }: { map: StanceMap }) {
  return (
    <figure className="grid min-w-0 gap-4 rounded-lg border bg-surface p-5">
      <a href="#chart" className="sr-only rounded-sm text-sm text-accent focus:not-sr-only">
        Skip to the price
      </a>
      <div>
        <p aria-hidden className="grid grid-cols-5 text-center text-2xs text-muted sm:mr-48 sm:ml-48">
          {stanceScale.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </p>
        <ul className="mt-1 grid">
          {stances.map((stance) => (
            <Line key={stance.title} stance={stance} ratingAt={ratingAt} />
          ))}
        </ul>
      </div>
      <figcaption className="grid gap-1 text-sm text-muted">
        {remarks.map((remark) => (
          <p key={remark}>{remark}</p>
        ))}
      </figcaption>
    </figure>
  );
}

function Line({ stance: { title, says, saidAt, mark }, ratingAt }: { stance: Stance; ratingAt: number | null }) {
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1 text-sm hover:bg-sunken sm:grid-cols-[11rem_minmax(0,1fr)_11rem] sm:py-0">
      {saidAt === null ? (
        <span className="text-muted">{title}</span>
      ) : (
        // The whole line leads to the words.
        <a
          href={`#${saidAt}`}
          className="truncate rounded-sm underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {title}
        </a>
      )}
      <span className="text-right text-muted tabular-nums sm:order-last sm:text-left">{says}</span>
      <span aria-hidden className="relative col-span-2 h-5 sm:col-span-1 sm:h-8">
        <i className="absolute inset-x-0 top-1/2 h-px bg-line" />
        <i className="absolute inset-y-0 left-1/2 w-px bg-line" />
        {ratingAt === null || mark?.shape === "size" ? null : (
          <i className="absolute inset-y-0 w-1/5 -translate-x-1/2 bg-accent/10" style={{ left: percentAt(ratingAt) }} />
        )}
        {mark === null ? null : <Mark mark={mark} />}
      </span>
    </li>
  );
}

function Mark({ mark }: { mark: StanceMark }) {
  if (mark.shape === "size")
    return (
      <i
        className="absolute top-1/2 left-0 h-2 min-w-0.5 -translate-y-1/2 rounded-r-sm bg-accent"
        style={{ width: `${Math.round(mark.share * 100)}%` }}
      />
    );
  if (mark.shape === "bar")
    return (
      <i
        className={classNames(
          "absolute top-1/2 h-2 -translate-y-1/2",
          mark.at < 0 ? "right-1/2 rounded-l-sm" : "left-1/2 rounded-r-sm",
          ways[wayOf(mark.at)],
        )}
        style={{ width: `${Math.abs(mark.at) * 20}%` }}
      />
    );
  return (
    <i
      className={classNames(
        "absolute top-1/2 size-3.5 -translate-x-1/2 -translate-y-1/2 rounded-full ring-2 ring-surface",
        ways[wayOf(mark.at)],
      )}
      style={{ left: percentAt(mark.at) }}
    />
  );
}
