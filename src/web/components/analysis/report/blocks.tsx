import type { ReactNode } from "react";
import type { Rating } from "#src/contract/analysis.ts";
import type { Block, Fact, Paragraph, Table as TableBlock } from "#src/report/document.ts";
import { Chart } from "#src/web/components/charts/chart.tsx";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Badge, type Tone } from "#src/web/components/ui/badge.tsx";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { RatingScale } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { EvidenceTable } from "./evidence-table.tsx";
import { Exchange } from "./exchange.tsx";
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
        <details open={block.open} className="min-w-0">
          <summary className="mb-2 w-fit rounded-sm text-xs text-muted hover:text-ink">{block.title}</summary>
          <Drawn block={block.block} />
        </details>
      );
    case "rating":
      return <Verdict rating={block.rating} />;
    case "facts":
      return <Facts facts={block.facts} />;
    case "stances":
      return <Stances map={block} />;
    case "chart":
      return <Chart data={block.data} caption={<Text line={block.caption} />} />;
    case "stage":
      return <Exchange stage={block} Blocks={Blocks} />;
    case "evidence":
      return <EvidenceTable evidence={block.items} cited={block.cited} />;
  }
}

/** The thesis stands beside the rating in the verdict, where there is room for two; elsewhere it is a line like others. */
const besideRating = "in-data-verdict:lg:col-span-1! in-data-verdict:lg:col-start-2!";

const tones = {
  plain: "text-sm",
  tight: "text-sm",
  lead: `text-lg text-ink ${besideRating}`,
  quiet: "text-sm text-muted",
} as const;

function Words({ block: { tone, line } }: { block: Paragraph }) {
  if (tone === "warning" || tone === "review") return <Alert tone={tone} title={<Text line={line} />} />;
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

/** So many columns a phone shows below each other, each with its name; more scroll sideways. */
const mostStacked = 4;

function Figures({ table: { name, columns, rows } }: { table: TableBlock }) {
  const stacks = columns.length <= mostStacked && columns.some(({ wide }) => wide);
  return (
    <div className="max-h-128 min-w-0 overflow-y-auto rounded-lg border bg-surface py-2">
      <Table aria-label={name ?? "Table"} className={stacks ? stacked : undefined}>
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
                  className={columns[index]?.wide === true ? undefined : "sm:whitespace-nowrap"}
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

const stacked = classNames(
  "max-sm:block max-sm:[&_thead]:hidden max-sm:[&_tbody]:block max-sm:[&_tr]:grid max-sm:[&_tr]:gap-1 max-sm:[&_tr]:px-5 max-sm:[&_tr]:py-2.5",
  "max-sm:[&_td]:grid max-sm:[&_td]:grid-cols-[6.5rem_minmax(0,1fr)] max-sm:[&_td]:justify-items-start max-sm:[&_td]:p-0! max-sm:[&_td]:text-left",
  "max-sm:[&_td]:before:text-xs max-sm:[&_td]:before:leading-5 max-sm:[&_td]:before:text-muted max-sm:[&_td]:before:content-[attr(data-column)]",
);

function List({ list: { title, items } }: { list: Extract<Block, { kind: "list" }> }) {
  const lines = (
    <ul className="grid list-disc gap-1.5 pl-5 text-sm">
      {items.map((line) => (
        <li key={line.source} {...tongueOf(line)}>
          <Text line={line} />
        </li>
      ))}
    </ul>
  );
  if (title === null) return lines;
  return (
    <div className="grid content-start gap-1.5">
      <h2 className="text-xs font-medium text-muted">{title}</h2>
      {lines}
    </div>
  );
}

/** The rating is the largest thing on its page; what stands below it comes with it. */
export function Verdict({ rating, children }: { rating: Rating; children?: ReactNode }) {
  return (
    <div className="grid content-start gap-4 lg:col-span-1! lg:row-span-2">
      <p className={classNames("text-4xl font-semibold tracking-tight", ratingText[rating])}>{rating}</p>
      <RatingScale rating={rating} />
      {children}
    </div>
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
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 xl:grid-cols-5">
      {facts.map(({ label, value, note }) => (
        <div key={label} className="border-t pt-2">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="font-semibold tabular-nums">
            {value}
            {note === null ? null : <span className="block text-xs font-normal text-muted">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
