import type { Agent } from "#src/contract/run/answers.ts";
import type { Rating } from "#src/contract/jobs/analysis.ts";
import type { Block, Fact, Line, Paragraph, Stage, Table as TableBlock, Voice } from "#src/report/document.ts";
import { Chart } from "#src/web/components/charts/chart.tsx";
import { Alert, Badge, type Tone, classNames } from "#src/web/components/ui/elements.tsx";
import { RatingScale } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { EvidenceTable } from "./evidence-table.tsx";
import { Prose, Text, tongueOf } from "./prose.tsx";
import { Stances } from "./stances.tsx";

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <Drawn key={index} block={block} />);
}

function Drawn({ block }: { block: Block }) {
  switch (block.kind) {
    case "paragraph":
      return <Words block={block} />;
    case "prose":
      return <Prose {...block} />;
    case "list":
      return <List list={block} />;
    case "table":
      return <Figures table={block} />;
    case "folded":
      return (
        <details className={block.isLong ? "long min-w-0" : "min-w-0"}>
          <summary className="w-fit rounded-sm text-xs text-muted hover:text-ink">{block.title}</summary>
          <div className="mt-2">
            <Drawn block={block.block} />
          </div>
        </details>
      );
    case "rating":
      return <Verdict rating={block.rating} />;
    case "facts":
      return <Facts facts={block.facts} />;
    case "stances":
      return <Stances map={block} />;
    case "chart":
      return <Chart data={block.data} caption={<Text line={block.caption} />} isShort />;
    case "stage":
      return <Spoken stage={block} />;
    case "evidence":
      return <EvidenceTable evidence={block.items} cited={block.cited} />;
  }
}

const tones = {
  plain: "text-sm",
  tight: "text-sm",
  lead: "text-base text-ink",
  quiet: "text-xs text-muted",
  warning: "rounded-md bg-warning-soft px-3 py-1 text-xs font-medium text-warning",
} as const;

function Words({ block: { tone, line } }: { block: Paragraph }) {
  if (tone === "review") return <Alert tone={tone} title={<Text line={line} />} />;
  return (
    <p className={tones[tone]} {...tongueOf(line)}>
      <Text line={line} />
    </p>
  );
}

const outcomes = {
  pass: "positive",
  fail: "negative",
  not_checked: "neutral",
} as const satisfies Record<string, Tone>;

/** So many columns a narrow place shows below each other, each with its name; more scroll sideways. */
const mostStacked = 5;

function Figures({ table: { name, columns, rows } }: { table: TableBlock }) {
  const stacks = columns.length <= mostStacked && columns.some(({ wide }) => wide);
  return (
    <div className="@container max-h-128 min-w-0 overflow-y-auto rounded-lg border bg-surface py-2 print:max-h-none print:overflow-visible">
      <Table aria-label={name ?? "Table"} className={stacks ? stackedTable : undefined}>
        <THead>
          <TR>
            {columns.map(({ line, align, wide }) => (
              <TH key={line.source} numeric={align === "right"} className={wide ? "w-full" : ""}>
                <Text line={line} />
              </TH>
            ))}
          </TR>
        </THead>
        <TBody>
          {rows.map((cells) => (
            <TR key={cells[0]?.line.source}>
              {cells.map(({ line, outcome }, index) => (
                <TD
                  key={columns[index]?.line.source}
                  numeric={columns[index]?.align === "right"}
                  className={columns[index]?.wide === true ? undefined : "@[38rem]:whitespace-nowrap"}
                  data-column={columns[index]?.line.source}
                >
                  {outcome === null ? <Text line={line} /> : <Badge tone={outcomes[outcome]}>{line.source}</Badge>}
                </TD>
              ))}
            </TR>
          ))}
        </TBody>
      </Table>
    </div>
  );
}

/** Of a table that a narrow `@container` shows row below row, each cell with the name in its `data-column`. */
export const stackedTable = classNames(
  "@max-[38rem]:block @max-[38rem]:[&_thead]:hidden @max-[38rem]:[&_tbody]:block @max-[38rem]:[&_tr]:grid @max-[38rem]:[&_tr]:gap-1 @max-[38rem]:[&_tr]:px-5 @max-[38rem]:[&_tr]:py-2.5",
  "@max-[38rem]:[&_td]:grid @max-[38rem]:[&_td]:grid-cols-[6.5rem_minmax(0,1fr)] @max-[38rem]:[&_td]:justify-items-start @max-[38rem]:[&_td]:p-0! @max-[38rem]:[&_td]:text-left",
  "@max-[38rem]:[&_td]:before:text-xs @max-[38rem]:[&_td]:before:leading-5 @max-[38rem]:[&_td]:before:text-muted @max-[38rem]:[&_td]:before:content-[attr(data-column)]",
);

function List({ list: { title, items } }: { list: Extract<Block, { kind: "list" }> }) {
  if (title === null) return <Points items={items} />;
  return (
    <div className="grid content-start gap-1.5">
      <h3 className="text-sm font-semibold text-ink">{title}</h3>
      <Points items={items} />
    </div>
  );
}

function Points({ items }: { items: readonly Line[] }) {
  return (
    <ul className="grid list-disc gap-1 pl-5 text-sm leading-5">
      {items.map((line) => (
        <li key={line.source} {...tongueOf(line)}>
          <Text line={line} />
        </li>
      ))}
    </ul>
  );
}

/** The rating is the largest thing on its page. */
function Verdict({ rating }: { rating: Rating }) {
  return (
    <>
      <p className={classNames("text-4xl font-semibold tracking-tight", ratingText[rating])}>{rating}</p>
      <RatingScale rating={rating} />
    </>
  );
}

const ratingText = {
  Sell: "text-negative",
  Underweight: "text-negative",
  Hold: "text-ink",
  Overweight: "text-positive",
  Buy: "text-positive",
  REVIEW: "w-fit rounded-md border border-dashed border-review px-3 text-review hatched",
} as const satisfies Record<Rating, string>;

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-8 text-sm">
      {facts.map(({ label, value, note }) => (
        <div key={label} className="flex flex-wrap items-baseline gap-x-3 border-t py-0.5">
          <dt className="flex-1 whitespace-nowrap text-muted">{label}</dt>
          <dd className="tabular-nums">
            <span className="font-semibold">{value}</span>
            {note === null ? null : <span className="ml-2 text-xs text-muted">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Who spoke at the same time stands side by side, round below round. */
function Spoken({ stage: { title, note, rounds } }: { stage: Stage }) {
  return (
    <div className="stage grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 border-t pt-3 md:grid-cols-[9rem_minmax(0,1fr)]">
      <div>
        {title === null ? null : <h3 className="text-sm font-semibold text-ink">{title}</h3>}
        {note === null ? null : <p className="text-xs text-muted">{note}</p>}
      </div>
      <div className="grid min-w-0 gap-3">
        {rounds.map((round, index) => (
          <div key={index} className="round grid min-w-0 gap-1">
            {round.title === null ? null : <p className="text-xs font-medium text-muted">{round.title}</p>}
            <div className="voices grid grid-cols-[minmax(0,1fr)] items-start gap-2 sm:grid-cols-2">
              {round.voices.map((voice) => (
                <Statement key={voice.ids[0]} voice={voice} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

const edges: Partial<Record<Agent, string>> = {
  bull: "border-l-2 border-l-positive",
  bear: "border-l-2 border-l-negative",
};

/** Closed to who it is and what it comes to; it opens to its points, and below them its words. */
function Statement({ voice }: { voice: Voice }) {
  const { ids, agent, title, says, flag, points, blocks, notes } = voice;
  const [id, ...others] = ids;
  return (
    <details
      className={classNames(
        "min-w-0 rounded-md border bg-surface open:col-span-full has-target:border-accent",
        edges[agent],
      )}
    >
      <summary className="rounded-md px-3 py-2 text-sm">
        <h4 className="inline font-semibold">{title}</h4>
        {says === "" ? null : <span className="ml-2 text-muted">{says}</span>}
        {flag === null ? null : (
          <Badge tone="warning" className="ml-2">
            {flag}
          </Badge>
        )}
      </summary>
      {/* Links lead inside, so that they open it. */}
      <article id={id} tabIndex={-1} className="grid min-w-0 scroll-mt-24 gap-3 border-t px-5 py-4">
        {others.map((other) => (
          <span key={other} id={other} className="scroll-mt-24" />
        ))}
        {points.length === 0 ? null : <Points items={points} />}
        <div className="grid max-w-prose gap-3">
          <Blocks blocks={blocks} />
        </div>
        {notes.length === 0 ? null : (
          <footer className="grid gap-1 border-t pt-3 text-xs text-muted">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </footer>
        )}
      </article>
    </details>
  );
}
