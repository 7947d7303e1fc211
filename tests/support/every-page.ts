import type { Page } from "@playwright/test";
import { z } from "zod";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import { getRun } from "#src/product/analyses/reading.ts";
import { signalOf } from "#src/product/signals/lib/signal-of.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import type { App } from "./app.ts";
import { demoOrder } from "./backtests.ts";
import { pagesOnDisk } from "./built-pages.ts";
import { getBacktest, startBacktest } from "#src/product/backtests/backtests.ts";
import { PortfolioBody } from "#src/contract/portfolios/portfolios.ts";
import { createPortfolio } from "#src/product/portfolios/portfolios.ts";
import { stopUrl } from "#src/product/channels/lib/targets.ts";
import { testSecret, type FreshDatabase } from "./database.ts";
import { openDeposit, playPayer } from "./deposit-pages.ts";
import { newChannel } from "./form-rows/channels.ts";
import { newEndpoint } from "./form-rows/endpoints.ts";
import { logRequest } from "./logged-request.ts";
import { newWatchlist } from "./signals.ts";
import { until } from "./up-process.ts";
import type { Browser } from "./browser.ts";
import { actingAs, bring, finishedReport, newPerson, share } from "./visitor.ts";

/** Of those who are signed out; whoever is signed in is led away from them. */
export const guestPages = ["/sign-in", "/sign-up", "/verify", "/magic-link", "/two-factor"];

interface PageSetup {
  readonly app: App;
  /** The app's. */
  readonly database: FreshDatabase;
}

/**
 * Signs up, as an administrator with Elite, and makes something for each page to show: an analysis and a link to it, a
 * backtest, a signal, a deposit under review. Made-up figures all of them.
 * @returns the addresses of all pages on disk but those for guests, by the page
 */
export async function makeEveryPage(page: Page, { app, database }: PageSetup): Promise<Map<string, string>> {
  const ada = await newPerson(app, "ada@example.org");
  await bring(page.context(), app, ada);
  await app.run("accounts", "admin", "ada@example.org");
  await app.run("accounts", "plan", "ada@example.org", "elite");
  const analysis = await finishedReport(app, ada);
  const shared = await share(app, ada, analysis);
  const { deposit, review } = await partlyPaid(page, { app, database });
  const signal = await publishSignal(app, { ada, database, analysis });
  const channel = await newChannel(database);
  const { id: owner } = await database.db.sql.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const ids: Readonly<Record<string, string>> = {
    "/analyses/[id]": analysis,
    "/backtests/[id]": await runBacktest(app, ada),
    "/shared/[token]": shared,
    "/deposits/[id]": deposit,
    "/admin/deposits/[id]": review,
    "/admin/accounts/[id]": `/admin/accounts/${owner}`,
    "/signals/[id]": signal,
    "/signals/[id]/report": `${signal}/report`,
    "/instruments/[symbol]": "/instruments/DEMO",
    "/connect": await connectRequest(app),
    "/keys/requests/[id]": `/keys/requests/${await logRequest(database.db, owner)}`,
    "/portfolios/[id]": `/portfolios/${await newPortfolio(app, ada)}?as_of=2019-06-03`,
    "/webhooks/[id]": `/webhooks/${await newEndpoint(database)}`,
    "/settings/channels/[id]": `/settings/channels/${channel}`,
    "/unsubscribe/[token]": new URL(stopUrl({ secret: testSecret }, "http://localhost", channel)).pathname,
    "/help/[slug]": "/help/as-of",
    "/docs/api/[operation]": "/docs/api/submitAnalysis",
    "/docs/api/schemas/[schema]": "/docs/api/schemas/Job",
    "/blog/[slug]": "/blog/review-is-not-hold",
  };
  const others = pagesOnDisk().filter((path) => !guestPages.includes(path));
  return new Map(
    others.map((path) => {
      const address = ids[path] ?? (path.includes("[") ? undefined : path);
      if (address === undefined) throw new Error(`nothing leads to ${path}: make something for it to show`);
      return [path, address];
    }),
  );
}

/** Of the demo company, before and after its split. */
async function newPortfolio(app: App, who: Browser): Promise<string> {
  const lots = [
    { symbol: "DEMO", quantity: "100", cost_per_unit: "55.20", acquired: "2017-03-01" },
    { symbol: "^GSPC", quantity: "3", cost_per_unit: "2700", acquired: "2018-06-01" },
  ];
  const body = PortfolioBody.parse({ name: "Retirement", currency: "USD", cash: "5000", lots });
  const made = await actingAs(app, who, (ctx) => createPortfolio(ctx, { body, idempotencyKey: null }));
  return made.portfolio.id;
}

/** What an app that has just registered sends a browser to. */
export async function connectRequest(
  { url }: Pick<App, "url">,
  back = "https://desk.example/callback",
): Promise<string> {
  const answer = await fetch(`${url}/api/auth/oauth2/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Example Desk", redirect_uris: [back] }),
  });
  const { client_id } = z.object({ client_id: z.string() }).parse(await answer.json());
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: back,
    scope: "analyses:read analyses:write signals:read",
    state: "s",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  return `/connect?${query.toString()}`;
}

/** A signal on a list of the only user's own, as a run of the list that came to this report publishes it. */
async function publishSignal(
  app: App,
  { ada, database, analysis }: { readonly ada: Browser; readonly database: FreshDatabase; readonly analysis: string },
): Promise<string> {
  const { id: owner } = await database.db.sql.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const analysisId = analysis.split("/").at(-1) ?? "";
  const { run } = await actingAs(app, ada, (ctx) => getRun(ctx, analysisId));
  const list = await newWatchlist(database, owner, "DEMO");
  const rating = Opinion.parse(run.result.rating);
  const agreement = { runs: 1, agreeing: 1, ratings: [rating] };
  const entry = signalOf(run, analysisId, { rating, agreement }, null);
  const published = "2019-06-03T20:40:00.000Z";
  const { number } = await database.db.transaction((tx) => appendEntry(tx, list, entry, Date.parse(published)));
  await database.db.pool.query(
    `insert into signal_runs (list, symbol, session, asset_type, due_at, state, analyses, ended_at, outcome, entry)
     values ($1, 'DEMO', '2019-06-03', 'stock', $2, 'ended', $3, $2, 'signal', $4)`,
    [list, published, [analysisId], number],
  );
  return `/signals/${entry.id}`;
}

/** @returns its path, when it has ended */
function runBacktest(app: App, who: Browser): Promise<string> {
  return actingAs(app, who, async (ctx) => {
    const id = await startBacktest(ctx, { asked: demoOrder("2019-01-02", "2019-03-29"), decisions: 13 });
    await until(async () => (await getBacktest(ctx, id)).state === "succeeded");
    return `/backtests/${id}`;
  });
}

/** A deposit that is under review. @returns their paths */
export async function partlyPaid(
  page: Page,
  { app, database }: PageSetup,
): Promise<{ readonly deposit: string; readonly review: string }> {
  const deposit = await openDeposit(page, app, "40");
  await playPayer(page, app, { deposit, act: "Underpay", shows: /^partially paid$/ });
  // The callback shows the state at once; the review is opened by what then reads the payment.
  const review = await until(async () => {
    const { rows } = await database.db.pool.query<{ id: string }>(
      "select id from deposit_reviews where deposit_id = $1",
      [deposit],
    );
    return rows[0]?.id ?? false;
  });
  return { deposit: `/deposits/${deposit}`, review: `/admin/deposits/${review}` };
}
