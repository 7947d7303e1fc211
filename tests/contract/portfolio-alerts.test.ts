import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { NewChannel } from "#src/contract/messages/channels.ts";
import { MailJob } from "#src/contract/messages/mails.ts";
import { PortfolioBody, type PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import { fixedClock } from "#src/core/clock.ts";
import { createLog } from "#src/core/operation/log.ts";
import { createChannel } from "#src/product/channels/channels.ts";
import { wordsOf } from "#src/product/channels/lib/event-texts.ts";
import { writeNote } from "#src/product/channels/lib/note.ts";
import { writeMail } from "#src/product/mail/write-mail.ts";
import { checkPortfolioAlerts, createPortfolio } from "#src/product/portfolios/portfolios.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";
import { testSecret } from "#tests/support/database.ts";
import { dumpOf, linesWith } from "#tests/support/dump.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";

/* A portfolio's owner is told what they asked for, once, and nobody else can read what it was. */

const log = createLog("silent", "worker");
const origin = "http://127.0.0.1:8080";
const marks = ["ZQMARKED", "Oma Zoe's nest egg", "7319.6428", "31.41"];
let testApp: TestApp;
const owner = "usr_holder";
beforeAll(async () => {
  testApp = await openTestApp();
  await testApp.db.pool.query(
    `insert into users (id, name, email, email_verified, created_at, updated_at)
     values ($1, 'Holder', 'holder@example.com', true, now(), now())`,
    [owner],
  );
  await testApp.db.pool.query(
    "insert into accounts (id, plan, created_at) values ($1, 'elite', now()) on conflict do nothing",
    [owner],
  );
});
afterAll(() => testApp.drop());

interface Day {
  readonly date: string;
  readonly return_pct: number;
  readonly drawdown_pct: number;
  readonly weight: number;
}

/** A look at midnight behind the day, at which the portfolio is worth what the test says. */
async function look({ date, return_pct, drawdown_pct, weight }: Day, wrong: readonly string[] = []): Promise<number> {
  const clock = fixedClock(Date.parse(`${date}T00:00:00Z`) + 25 * 3_600_000);
  await testApp.db.pool.query("update portfolios set alerts_due_at = $1", [new Date(clock.now())]);
  const valuation: Pick<PortfolioValuation, "days" | "positions" | "missing"> = {
    days: [{ date, positions_value: "1", profit: null, day_profit: null, return_pct, drawdown_pct }],
    positions: [
      {
        symbol: "ZQMARKED",
        quantity: "7319.6428",
        weight_pct: weight,
        splits: [],
        price: null,
        price_date: null,
        price_currency: null,
        value: null,
        cost: null,
        dividends: null,
        profit: null,
        notes: [],
      },
    ],
    missing: wrong.map((reason) => ({ symbol: "ZQMARKED", reason })),
  };
  const environment = { valuePortfolio: async () => ({ ...empty, ...valuation }) };
  const ctx = systemContext({ ...testApp, clock });
  return checkPortfolioAlerts(ctx, { environment, log, signal: new AbortController().signal });
}

const from = { symbols: [], from: null, to: null };
const empty: Omit<PortfolioValuation, "portfolio_id"> = {
  date: "2026-03-02",
  currency: "EUR",
  value: "1",
  positions_value: "1",
  cash: "0",
  cost: null,
  dividends: null,
  profit: null,
  positions: [],
  drawdown: { now_pct: null, worst_pct: null, ...from },
  beta: { value: null, benchmark: null, ...from },
  concentration: { largest: null, hhi: null, ...from },
  correlation: { average: null, matrix: [], ...from },
  days: [],
  missing: [],
  notes: [],
};

const Queued = z.object({ data: z.unknown(), destination: z.string(), channel: z.string().nullable() });

async function queued(): Promise<z.infer<typeof Queued>[]> {
  const { rows } = await testApp.db.pool.query(
    "select data, destination, channel from outbox where data::text like '%portfolio_alert%' order by created_at, id",
  );
  return z.array(Queued).parse(rows);
}

test("each is told once, by mail and channel, while it stands, and nothing of it lies open", async () => {
  const ctx = customerContext({ ...testApp }, owner);
  const body = PortfolioBody.parse({
    name: "Oma Zoe's nest egg",
    currency: "EUR",
    lots: [{ symbol: "ZQMARKED", quantity: "7319.6428", acquired: "2025-01-02" }],
    alerts: { day_change_pct: 3, drawdown_pct: 10, position_pct: 30, ratings: true },
  });
  const { portfolio } = await createPortfolio(ctx, { body, idempotencyKey: null });
  await createChannel(
    { ...ctx, settings: { ...ctx.settings, webhookAllowPrivate: true } },
    {
      by: { confirmedAt: ctx.clock.now(), origin },
      wanted: NewChannel.parse({ kind: "ntfy", name: "Phone", url: "https://ntfy.sh/x" }),
    },
  );
  for (const [day, symbolRating] of [
    ["2026-02-20", "Hold"],
    ["2026-03-01", "Sell"],
  ])
    await testApp.db.pool.query(
      `insert into analyses (id, owner, request, status, result, setting, partition, request_id, created_at, started_at, finished_at)
       values ($1, $2, $3, 'succeeded', $4, '{}', 'p', 'req', now(), now(), now())`,
      [
        `ana_${day}`,
        owner,
        JSON.stringify({ ticker: "ZQMARKED", trade_date: day }),
        JSON.stringify({ rating: symbolRating }),
      ],
    );
  const calm = { return_pct: 0.1, drawdown_pct: -1, weight: 20 };
  const first = { date: "2026-03-02", return_pct: -3.2, drawdown_pct: -12.5, weight: 31.41 };
  expect(await look(first)).toBe(1);
  // The same look again, a day on which all stands, and a source that does not answer.
  expect(await look(first)).toBe(0);
  expect(await look({ ...first, date: "2026-03-03", return_pct: 0.2 })).toBe(0);
  expect(await look({ ...first, date: "2026-03-04" }, ["no price source answered"])).toBe(0);

  const messages = await queued();
  expect(messages).toHaveLength(2);
  const happening = { event: "portfolio_alert", portfolio: portfolio.id, date: "2026-03-02" } as const;
  const [channel, mail] = messages.toSorted((a) => (a.channel === null ? 1 : -1));
  expect(channel?.data).toEqual(happening);
  const said = [
    "Down 3.2% in a day (your limit: 3%).",
    "12.5% below its highest point of the last year (your limit: 10%).",
    "ZQMARKED is 31.41% of it (your limit: 30%).",
    "ZQMARKED: Hold to Sell in your newest analysis.",
  ];
  const system = systemContext(testApp);
  const words = wordsOf({ language: "en", zone: "UTC" });
  expect(await writeNote(system, happening, { owner, origin, words })).toMatchObject({
    title: "Oma Zoe's nest egg: 4 alerts",
    lines: ["2 Mar 2026", ...said],
    link: { url: `${origin}/portfolios/${portfolio.id}?as_of=2026-03-02` },
  });
  expect(await writeNote(system, happening, { owner: "somebody", origin, words })).toBeNull();
  const inGerman = await writeNote(system, happening, {
    owner,
    origin,
    words: wordsOf({ language: "de", zone: "UTC" }),
  });
  expect(inGerman?.lines.at(-1)).toBe("ZQMARKED: Hold → Sell in deiner neuesten Analyse.");
  const tools = { log, settings: Object({ secret: testSecret }), origin };
  const letter = await writeMail(system, { tools, job: MailJob.parse(mail?.data) });
  for (const line of said) expect(letter).toMatchObject({ text: expect.stringContaining(line) });

  // What has ended is told when it comes again.
  expect(await look({ ...calm, date: "2026-03-05" })).toBe(0);
  expect(await look({ ...calm, date: "2026-03-06", drawdown_pct: -10 })).toBe(1);
  await testApp.db.pool.query("delete from analyses");
  const open = linesWith(await dumpOf(testApp.db), marks).join("\n");
  for (const mark of marks) expect(open).not.toContain(mark);
});

test("one that cannot be opened keeps nobody else from being told", async () => {
  const ctx = customerContext({ ...testApp }, owner);
  const wanted = PortfolioBody.parse({
    name: "Beside it",
    currency: "EUR",
    lots: [{ symbol: "ZQMARKED", quantity: "1", acquired: "2025-01-02" }],
    alerts: { day_change_pct: 3 },
  });
  const { portfolio } = await createPortfolio(ctx, { body: { ...wanted, name: "Broken" }, idempotencyKey: null });
  await testApp.db.pool.query("update portfolios set sealed_portfolio = $2 where id = $1", [
    portfolio.id,
    "v1.no.seal",
  ]);
  await createPortfolio(ctx, { body: wanted, idempotencyKey: null });
  const day = { return_pct: 5, drawdown_pct: 0, weight: 20 };
  expect(await look({ ...day, date: "2026-03-09" })).toBeGreaterThan(0);
  const { rows } = await testApp.db.pool.query("select alerts_due_at from portfolios where id = $1", [portfolio.id]);
  expect(rows).toEqual([{ alerts_due_at: new Date("2026-03-10T02:00:00Z") }]);
});
