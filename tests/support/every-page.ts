import type { Page } from "@playwright/test";
import { z } from "zod";
import { appendEntry } from "#src/db/queries/signals.ts";
import type { App } from "./app.ts";
import { pagesOnDisk } from "./built-pages.ts";
import { stopUrl } from "#src/services/channels/lib/stop-link.ts";
import { testSecret, type FreshDatabase } from "./database.ts";
import { newChannel } from "./form-rows/channels.ts";
import { newEndpoint } from "./form-rows/endpoints.ts";
import { logRequest } from "./logged-request.ts";
import { newWatchlist, signalEntry } from "./signals.ts";
import { shareReport, signUp, startAnalysis } from "./visitor.ts";

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
  await signUp(page, app, "ada@example.org");
  await app.run("accounts", "admin", "ada@example.org");
  await app.run("accounts", "plan", "ada@example.org", "elite");
  const analysis = await startAnalysis(page, app, { ticker: "DEMO", date: "2019-06-03" });
  await page.getByRole("button", { name: "Download" }).waitFor();
  const shared = await shareReport(page);
  const deposit = await openDeposit(page, app);
  await payAPart(page, app);
  const review = await firstLink(page, app, "/admin/deposits", /\/admin\/deposits\/./);
  const account = await firstLink(page, app, "/admin/accounts", /\/admin\/accounts\/./);
  const signal = await publishSignal(database, analysis);
  const channel = await newChannel(database);
  const { id: owner } = await database.db.sql.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const ids: Readonly<Record<string, string>> = {
    "/analyses/[id]": analysis,
    "/backtests/[id]": await runBacktest(page, app),
    "/shared/[token]": shared,
    "/deposits/[id]": deposit,
    "/admin/deposits/[id]": review,
    "/admin/accounts/[id]": account,
    "/signals/[id]": signal,
    "/signals/[id]/report": `${signal}/report`,
    "/instruments/[symbol]": "/instruments/DEMO",
    "/connect": await connectRequest(app),
    "/keys/requests/[id]": `/keys/requests/${await logRequest(database.db, owner)}`,
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

/** A signal on a list of the only user's own, as a run of the list that came to this analysis publishes it. */
async function publishSignal(database: FreshDatabase, analysis: string): Promise<string> {
  const { id: owner } = await database.db.sql.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const list = await newWatchlist(database, owner, "DEMO");
  const id = analysis.split("/").at(-1) ?? "";
  const entry = signalEntry("DEMO", "Overweight", {
    name: "Demo Instruments Inc. (synthetic)",
    session: "2019-06-03",
    as_of: "2019-06-03T20:00:00.000Z",
    entry: 43.74,
    stop: 40.5,
    target: 50,
    analysis_id: id,
  });
  const published = "2019-06-03T20:40:00.000Z";
  const { number } = await database.db.transaction((tx) => appendEntry(tx, list, entry, Date.parse(published)));
  await database.db.pool.query(
    `insert into signal_runs (list, symbol, session, asset_type, due_at, state, analyses, ended_at, outcome, entry)
     values ($1, 'DEMO', '2019-06-03', 'stock', $2, 'ended', $3, $2, 'signal', $4)`,
    [list, published, [id], number],
  );
  return `/signals/${entry.id}`;
}

async function runBacktest(page: Page, app: App): Promise<string> {
  await page.goto(`${app.url}/backtests?symbols=DEMO&from=2019-01-02&to=2019-03-29`);
  await page.getByRole("button", { name: "Start backtest" }).click();
  await page.waitForURL(/\/backtests\/bt_/);
  await page.getByRole("heading", { name: "Strategies" }).waitFor();
  return new URL(page.url()).pathname;
}

export async function openDeposit(page: Page, app: App): Promise<string> {
  await page.goto(`${app.url}/deposits`);
  await page.getByLabel("Amount in US dollars").fill("40");
  await page.getByRole("button", { name: "Show address" }).click();
  await page.waitForURL(/\/deposits\/dep_/);
  return new URL(page.url()).pathname;
}

export async function payAPart(page: Page, app: App): Promise<void> {
  await page.goto(`${app.url}/dev/pay`);
  await page.getByRole("button", { name: "Underpay" }).first().click();
  await page
    .getByText(/^partially paid$/)
    .first()
    .waitFor();
}

export async function firstLink(page: Page, app: App, list: string, to: RegExp): Promise<string> {
  await page.goto(`${app.url}${list}`);
  await page.getByRole("main").getByRole("link").first().waitFor();
  const links = await page.getByRole("link").evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  const found = links.find((link) => to.test(link));
  if (found === undefined) throw new Error(`no link to ${to} on ${list}: ${links.join(" ")}`);
  return found;
}
