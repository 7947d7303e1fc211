import type { Metadata } from "next";
import { languageChoices } from "#src/contract/run/language.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { readReportLanguage } from "#src/product/accounts/profile.ts";
import type { ListInstrument, Watchlist } from "#src/contract/signals/signals.ts";
import { toIso } from "#src/core/clock.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/submission.ts";
import { listHouseRuns } from "#src/product/admin/reading.ts";
import { nextRuns } from "#src/product/signals/public/readable-lists.ts";
import { listRuns, readCoverage } from "#src/product/signals/runs.ts";
import { listWatchlists } from "#src/product/signals/watchlists.ts";
import { LastRuns } from "#src/web/components/signals/last-runs.tsx";
import { Watchlists } from "#src/web/components/signals/watchlists.tsx";
import { Card, CardContent, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { ownModelOptions } from "#src/web/own-model-options.ts";
import { webContext } from "#src/web/context.ts";
import { adminContextOf, contextOf, requireViewer } from "#src/web/viewer.ts";
import { TextLink } from "#src/web/components/ui/elements.tsx";

export const metadata: Metadata = { title: "Watchlists" };

export default async function SignalLists() {
  const who = await requireViewer();
  const ctx = contextOf(who);
  const [lists, runs, own, preferred, houseRuns] = await Promise.all([
    listWatchlists(ctx),
    listRuns(ctx),
    ownModelOptions(ctx),
    readReportLanguage(ctx),
    who.role === "admin" ? listHouseRuns(adminContextOf(who)) : null,
  ]);
  const environment = await webContext().analysisEnvironment();
  const symbols = lists.flatMap(({ instruments }) => instruments.map(({ symbol }) => symbol));
  const { watchlists: most } = who.entitlements;
  const { name } = plans[who.plan];
  const languages = { usual: preferred, choices: languageChoices(preferred, ...lists.map(({ language }) => language)) };
  return (
    <>
      <PageHeader
        title="Watchlists"
        description="Instruments that are analysed on a schedule. Alerts tell you when a rating changes."
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card
          title="Your watchlists"
          description={
            <>
              {lists.length} of {most} on the {name} plan. Each run of each instrument counts towards your monthly
              analyses.
            </>
          }
          flush
        >
          <Watchlists
            lists={lists}
            runs={runs}
            coverage={await readCoverage(ctx, { environment, symbols })}
            next={Object.fromEntries(lists.map((list) => [list.id, nextOf(environment, list)]))}
            most={most}
            own={own}
            languages={languages}
            closes={{
              stocks: nextOf(environment, afterClose({ symbol: "SPY", asset_type: "stock" })),
              coins: nextOf(environment, afterClose({ symbol: "BTC-USD", asset_type: "crypto" })),
            }}
          />
          {lists.length < most || who.plan === "elite" ? null : (
            <CardContent className="border-t pt-4">
              <p className="text-sm text-muted">
                You have reached the limit of {name}.{" "}
                <TextLink href="/billing">
                  {plans.elite.name} has {plans.elite.watchlists}
                </TextLink>
                .
              </p>
            </CardContent>
          )}
        </Card>
        {houseRuns === null ? null : (
          <Card
            title="House list"
            description="The list that subscribers follow. You see its runs because you are an administrator."
          >
            <LastRuns runs={houseRuns} list="the house list" />
          </Card>
        )}
      </div>
    </>
  );
}

const runsShown = 5;

type Scheduled = Pick<Watchlist, "schedule" | "instruments">;

function afterClose(instrument: ListInstrument): Scheduled {
  return { schedule: { kind: "close" }, instruments: [instrument] };
}

function nextOf(environment: AnalysisEnvironment, list: Scheduled): string[] {
  return nextRuns(environment, list, webContext().clock.now(), runsShown).map(({ at }) => toIso(at));
}
