import type { ReactNode } from "react";
import { classNames } from "#src/web/components/ui/class-names.ts";

interface Stage {
  readonly title: string;
  readonly note: string;
  readonly agents: readonly { readonly name: string; readonly does: string }[];
}

/** The order in which the debate runs; what stands in one stage speaks at the same time. */
const stages: readonly Stage[] = [
  {
    title: "Analysts",
    note: "in parallel",
    agents: [
      { name: "Market", does: "price, trend, volatility" },
      { name: "Fundamentals", does: "filings as first filed" },
      { name: "News", does: "dated items only" },
      { name: "Social", does: "dated posts only" },
    ],
  },
  {
    title: "Debate",
    note: "1 to 10 rounds",
    agents: [
      { name: "Bull", does: "the case for owning it" },
      { name: "Bear", does: "the case against" },
    ],
  },
  {
    title: "Plan",
    note: "in sequence",
    agents: [
      { name: "Research manager", does: "weighs both cases" },
      { name: "Trader", does: "entry, stop, size" },
    ],
  },
  {
    title: "Risk",
    note: "in parallel",
    agents: [
      { name: "Aggressive", does: "missed upside" },
      { name: "Neutral", does: "reward versus risk" },
      { name: "Conservative", does: "potential losses" },
    ],
  },
  {
    title: "Verdict",
    note: "then checked by code",
    agents: [{ name: "Portfolio manager", does: "rating, thesis, target, horizon" }],
  },
];

/** The debate as a picture: five stages from left to right, on a phone from top to bottom. */
export function DebateGraph() {
  return (
    <figure className="grid gap-8">
      <ol className="grid gap-y-7 lg:grid-cols-[1.15fr_1fr_1fr_1fr_1fr] lg:gap-x-7">
        {stages.map((stage, index) => (
          <StageColumn key={stage.title} stage={stage} last={index === stages.length - 1} number={index + 1} />
        ))}
      </ol>
      <div className="grid gap-px overflow-hidden rounded-lg border bg-line text-sm sm:grid-cols-3">
        <Outcome title="Checks">
          Code compares each number with the evidence, and the entry, stop and target with price and volatility.
        </Outcome>
        <Outcome title="An opinion">Buy, Overweight, Hold, Underweight or Sell, with the levels that passed.</Outcome>
        <Outcome title="Or REVIEW" review>
          No data or no readable verdict. The run says so. It is never turned into a silent Hold.
        </Outcome>
      </div>
      <figcaption className="text-sm text-muted">
        A run with one round of each has twelve statements, plus the analysts' look-ups. Because stages run in parallel,
        the longest chain of calls is (1 + look-ups) + debate rounds + risk rounds + 3.
      </figcaption>
    </figure>
  );
}

function StageColumn({ stage, number, last }: { stage: Stage; number: number; last: boolean }) {
  return (
    <li className="relative grid content-start gap-3">
      <div className="flex items-baseline gap-2 lg:grid lg:gap-0">
        <h3 className="text-sm font-semibold text-ink">
          <span className="mr-2 font-normal text-faint tabular-nums">{number}</span>
          {stage.title}
        </h3>
        <p className="text-xs text-muted">{stage.note}</p>
      </div>
      <ul className="grid gap-2 max-lg:grid-cols-2">
        {stage.agents.map(({ name, does }) => (
          <li
            key={name}
            className={classNames(
              "rounded-md border bg-surface px-3 py-2",
              name === "Bull" && "border-l-2 border-l-positive",
              name === "Bear" && "border-l-2 border-l-negative",
              last && "border-accent bg-accent-soft max-lg:col-span-2",
            )}
          >
            <p className="text-sm font-medium text-ink">{name}</p>
            <p className="text-xs text-muted">{does}</p>
          </li>
        ))}
      </ul>
      {last ? null : <Arrow />}
    </li>
  );
}

function Arrow() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 20 12"
      className="absolute top-17 -right-6 hidden w-5 fill-none stroke-line-strong lg:block"
      strokeWidth="1.3"
    >
      <path d="M1 6h17M13 1.5 18 6l-5 4.5" />
    </svg>
  );
}

function Outcome({ title, review, children }: { title: string; review?: true; children: ReactNode }) {
  return (
    <div className="relative grid content-start gap-1 bg-surface px-5 py-4">
      {review ? <span aria-hidden className="hatched absolute inset-x-0 top-0 h-1.5" /> : null}
      <p className={classNames("font-semibold", review ? "text-review" : "text-ink")}>{title}</p>
      <p className="text-muted">{children}</p>
    </div>
  );
}
