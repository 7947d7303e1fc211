import type { Signal, Mark, SignalDetail } from "#src/contract/signals/signals.ts";
import { Badge, type Tone, TextLink } from "#src/web/components/ui/elements.tsx";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import type { RatingOutcome } from "#src/contract/signals/instruments.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { priceText, returnText, sessionsText, shareText } from "./signal-text.ts";
import type { Condition, ConditionState, ConditionStatus } from "#src/contract/run/conditions.ts";
import { conditionText, stateText, watchText } from "#src/report/conditions.ts";

type Rated = Pick<Signal, "rating" | "previous_rating" | "changed">;

/** The rating, and the one before it where that was another. */
export function SignalRating({ signal: { rating, previous_rating: before, changed } }: { signal: Rated }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {changed && before !== null ? (
        <>
          <span className="text-xs text-muted">
            <span className="sr-only">changed from </span>
            {before}
          </span>
          <span aria-hidden className="text-faint">
            →
          </span>
        </>
      ) : null}
      <RatingBadge rating={rating} />
    </span>
  );
}

export function WithdrawnBadge() {
  return <Badge tone="warning">Withdrawn</Badge>;
}

const looks = {
  right: { text: "Right", tone: "positive" },
  wrong: { text: "Wrong", tone: "negative" },
  open: { text: "Open", tone: "neutral" },
} as const satisfies Record<Exclude<RatingOutcome, "none">, { text: string; tone: Tone }>;

/** By the longest horizon that has an outcome; Hold has no direction and is neither. */
export function OutcomeBadge({ marks }: { marks: readonly Mark[] }) {
  const settled = marks.findLast(({ status }) => status === "settled");
  if (settled !== undefined && settled.hit === null) return null;
  const { text, tone } = looks[settled === undefined ? "open" : settled.hit === true ? "right" : "wrong"];
  return <Badge tone={tone}>{text}</Badge>;
}

interface Props {
  readonly signals: readonly SignalDetail[];
  readonly label: string;
  /** Whether whoever looks may read a signal's own page. */
  readonly isReadable?: (signal: Signal) => boolean;
}

/** Signals, newest first. */
export function SignalTable({ signals, label, isReadable = () => true }: Props) {
  return (
    <Table aria-label={label}>
      <THead>
        <TR>
          <TH>Symbol</TH>
          <TH>Rating</TH>
          <TH numeric>Latest outcome</TH>
          <TH>Published</TH>
          <TH numeric>Confidence</TH>
          <TH numeric>Entry</TH>
          <TH numeric>Stop</TH>
          <TH numeric>Target</TH>
        </TR>
      </THead>
      <TBody>
        {signals.map(({ signal, withdrawn, marks }) => (
          <TR key={signal.id}>
            <TD>
              <span className="flex items-center gap-2">
                {isReadable(signal) ? (
                  <TextLink href={`/signals/${signal.id}`} quiet className="font-medium">
                    {signal.symbol}
                  </TextLink>
                ) : (
                  <span className="font-medium">{signal.symbol}</span>
                )}
                {withdrawn === null ? null : <WithdrawnBadge />}
              </span>
            </TD>
            <TD>
              <SignalRating signal={signal} />
            </TD>
            <TD numeric className="whitespace-nowrap">
              <LatestOutcome marks={marks} />
            </TD>
            <TD className="whitespace-nowrap text-muted">
              <Time at={signal.published_at} />
            </TD>
            <TD numeric>{shareText(signal.confidence)}</TD>
            <TD numeric>{priceText(signal.entry)}</TD>
            <TD numeric>{priceText(signal.stop)}</TD>
            <TD numeric>{priceText(signal.target)}</TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

function LatestOutcome({ marks }: { marks: readonly Mark[] }) {
  const mark = marks.findLast(({ status }) => status === "settled");
  if (mark === undefined) return <OutcomeBadge marks={marks} />;
  return (
    <span className="inline-flex items-baseline justify-end gap-2 max-sm:flex-col max-sm:items-end max-sm:gap-0.5">
      <span>
        {returnText(mark.return)}{" "}
        <span className="text-xs text-muted max-sm:block">after {sessionsText(mark.horizon)}</span>
      </span>
      <OutcomeBadge marks={marks} />
    </span>
  );
}

/** What became of one signal, horizon by horizon. */
export function MarksTable({ marks }: { marks: readonly Mark[] }) {
  return (
    <Table aria-label="Outcome">
      <THead>
        <TR>
          <TH>After</TH>
          <TH>Result</TH>
          <TH numeric>Return</TH>
          <TH numeric>After costs</TH>
          <TH numeric>Benchmark</TH>
          <TH numeric>Excess</TH>
          <TH>Exit</TH>
          <TH numeric>Price</TH>
        </TR>
      </THead>
      <TBody>
        {marks.map((mark) => (
          <TR key={mark.horizon}>
            <TD className="font-medium whitespace-nowrap">{sessionsText(mark.horizon)}</TD>
            <TD>
              <Verdict mark={mark} />
            </TD>
            <TD numeric>{returnText(mark.return)}</TD>
            <TD numeric>{returnText(mark.net_return)}</TD>
            <TD numeric>{returnText(mark.benchmark_return)}</TD>
            <TD numeric>{returnText(mark.excess_return)}</TD>
            <TD className="whitespace-nowrap">{mark.exit_session ?? "–"}</TD>
            <TD numeric>{priceText(mark.exit_price)}</TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

function Verdict({ mark: { status, hit } }: { mark: Mark }) {
  if (status === "open") return <Badge>Open</Badge>;
  if (hit === null) return <span className="text-xs text-muted">No direction</span>;
  return <Badge tone={hit ? "positive" : "negative"}>{hit ? "Right" : "Wrong"}</Badge>;
}

interface ConditionsTableProps {
  readonly label: string;
  readonly conditions: readonly Condition[];
  readonly states: readonly ConditionState[];
}

const tones = {
  holds: "neutral",
  broken: "negative",
  held: "positive",
  expired: "neutral",
} as const satisfies Record<ConditionStatus, Tone>;

/** What would break a rating, and where each stands by the closes since. */
export function ConditionsTable({ label, conditions, states }: ConditionsTableProps) {
  return (
    <Table aria-label={label}>
      <THead>
        <TR>
          <TH className="w-full">Breaks the rating</TH>
          <TH>Watched</TH>
          <TH>State</TH>
        </TR>
      </THead>
      <TBody>
        {conditions.map((condition) => {
          const state = states.find(({ id }) => id === condition.id);
          return (
            <TR key={condition.id}>
              <TD>{conditionText(condition)}</TD>
              <TD className="whitespace-nowrap">{watchText(condition)}</TD>
              <TD className="whitespace-nowrap">
                <Badge tone={tones[state?.status ?? "holds"]}>
                  {state === undefined ? "Watched" : stateText(condition, state)}
                </Badge>
              </TD>
            </TR>
          );
        })}
      </TBody>
    </Table>
  );
}
