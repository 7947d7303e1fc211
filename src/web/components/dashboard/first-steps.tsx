import { randomUUID } from "node:crypto";
import { Check, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { AnalysisEnvironment } from "#src/product/analyses/public/submission.ts";
import { LinkButton, TextLink, classNames } from "#src/web/components/ui/elements.tsx";
import { Card } from "#src/web/components/ui/page-parts.tsx";
import { Analyst, type AssetType } from "#src/contract/jobs/analysis.ts";
import { startAnalysis } from "#src/web/actions/analyses.ts";
import { ActionForm, Submit } from "#src/web/components/ui/form.tsx";

interface Example {
  readonly symbol: string;
  readonly name: string;
  readonly assetType: AssetType;
  readonly tradeDate: string;
  /** Only online sources have it. */
  readonly online: boolean;
}

const mostShown = 3;

const known: readonly Pick<Example, "symbol" | "name" | "assetType">[] = [
  { symbol: "AAPL", name: "Apple", assetType: "stock" },
  { symbol: "BTC-USD", name: "Bitcoin", assetType: "crypto" },
  { symbol: "SPY", name: "S&P 500 fund", assetType: "stock" },
];

/** What a newcomer can start with one press: first the demo, which works without the network, then one of each kind. */
export function examplesOf({ instruments, config, read }: AnalysisEnvironment): Example[] {
  const held = instruments.flatMap(({ symbol, name, assetType, synthetic, to }) =>
    to === null ? [] : [{ symbol, name, kind: assetType, synthetic, tradeDate: to }],
  );
  const demo = held.filter(({ synthetic }) => synthetic);
  const firsts = ["stock", "crypto", "index"].flatMap((kind) => held.find((one) => one.kind === kind) ?? []);
  const offline = [...new Set([...demo, ...firsts, ...held])].map(({ symbol, name, kind, tradeDate }) => ({
    symbol,
    name,
    tradeDate,
    online: false,
    assetType: kind === "crypto" ? ("crypto" as const) : ("stock" as const),
  }));
  const online = config.online_tools
    ? known.flatMap((one) => {
        const found = read(one.symbol, one.assetType);
        return found.ok ? [{ ...one, tradeDate: found.lastSession, online: true }] : [];
      })
    : [];
  return [...offline.slice(0, online.length > 0 ? 1 : mostShown), ...online].slice(0, mostShown);
}

interface Props {
  readonly examples: readonly Example[];
  /** Whether online sources answer; `null`: not known, or none is asked. */
  readonly sourcesAnswer: boolean | null;
  readonly rounds: number;
  readonly started: boolean;
  /** The path of the newest report; `null` before the first. */
  readonly report: string | null;
  readonly hasList: boolean;
  readonly hasAlert: boolean;
}

/** The first day, one step after another; what is done is ticked off. */
export function FirstSteps({ examples, sourcesAnswer, rounds, started, report, hasList, hasAlert }: Props) {
  const current = [started, report !== null, hasList, hasAlert].indexOf(false);
  const away = sourcesAnswer === false;
  return (
    <Card
      title="Get started"
      description={
        <>
          First look at <TextLink href="/sample">a sample report</TextLink>. Then start your own analysis and have its
          ratings sent to you.
        </>
      }
    >
      <ol className="grid gap-5">
        <Step number={1} title="Start your first analysis" done={started} current={current === 0}>
          <p>
            Watch the agents argue. The demo works without the network and is not counted when the rules engine runs it.
          </p>
          {away && examples.some(({ online }) => online) ? (
            <output className="block text-warning">
              Online price sources cannot be reached from this server right now. The demo works.
            </output>
          ) : null}
          <div className="grid gap-2 sm:grid-cols-3">
            {examples.map((example) => (
              <ExampleButton key={example.symbol} example={example} away={away && example.online} rounds={rounds} />
            ))}
          </div>
          <LinkButton href="/analyses/new" variant="link" size="sm" className="justify-self-start">
            Choose another instrument
          </LinkButton>
        </Step>
        <Step number={2} title="Read the report" done={report !== null} current={current === 1}>
          <p>The report shows the rating, both sides of the argument and the evidence behind each number.</p>
        </Step>
        <Step number={3} title="Follow an instrument" done={hasList} current={current === 2}>
          <p>A watchlist runs after each market close.</p>
          <div className="flex flex-wrap gap-2">
            <LinkButton href="/signals/lists" size="sm">
              New watchlist
            </LinkButton>
            {report === null ? null : (
              <LinkButton href={report} variant="secondary" size="sm">
                Open the report
              </LinkButton>
            )}
          </div>
        </Step>
        <Step number={4} title="Set an alert" done={hasAlert} current={current === 3}>
          <p>Get an email, webhook or chat message when a rating changes.</p>
          <LinkButton href="/settings/notifications" size="sm" className="justify-self-start">
            Set an alert
          </LinkButton>
        </Step>
      </ol>
    </Card>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  readonly current: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, done, current, children }: StepProps) {
  return (
    <li
      aria-current={current ? "step" : undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm"
    >
      <span
        aria-hidden
        className={classNames(
          "grid size-6 place-items-center rounded-full text-xs font-medium tabular-nums",
          done ? "bg-positive-soft text-positive" : current ? "bg-accent text-on-accent" : "bg-sunken text-muted",
        )}
      >
        {done ? <Check className="size-3.5" /> : number}
      </span>
      <span className={classNames("font-medium", done && "text-muted")}>
        {title}
        {done ? <span className="sr-only"> (done)</span> : null}
      </span>
      {current ? <div className="col-start-2 grid gap-3 text-muted">{children}</div> : null}
    </li>
  );
}

interface ExampleProps {
  readonly example: Example;
  /** Its source does not answer. */
  readonly away: boolean;
  readonly rounds: number;
}

/** Starts an analysis as it stands, and goes to watch it. */
function ExampleButton({ example: { symbol, name, assetType, tradeDate }, away, rounds }: ExampleProps) {
  const asked = { ticker: symbol, trade_date: tradeDate, asset_type: assetType, max_debate_rounds: String(rounds) };
  return (
    <ActionForm
      action={startAnalysis}
      leadsTo="/analyses/"
      failed="The analysis could not be started"
      hidden={{ ...asked, once: randomUUID() }}
      className="gap-2"
    >
      {Analyst.options.map((analyst) => (
        <input key={analyst} type="hidden" name="analysts" value={analyst} />
      ))}
      <Submit
        wide
        variant="secondary"
        disabled={away}
        icon={<Play aria-hidden />}
        className="h-auto justify-start py-2.5 text-left"
      >
        <span className="grid min-w-0">
          <span className="sr-only">Analyse </span>
          <span>{symbol}</span>
          <span className="text-xs font-normal text-balance whitespace-normal text-muted">{name}</span>
          <span className="text-xs font-normal text-muted">{away ? "source away" : `as of ${tradeDate}`}</span>
        </span>
      </Submit>
    </ActionForm>
  );
}
