import { fc } from "@fast-check/vitest";
import { Analyst, AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { routes } from "#src/contract/api/routes.ts";

/** What people really send, and what was seen to end a worker. */
export const oddTickers = [
  "A-",
  "..",
  ".",
  "A B",
  "Ä",
  "EURUSD",
  "$TSLA",
  "BRK_B",
  "AAPL ",
  " demo",
  "demo",
  "brk.b",
  "^",
  "^^GSPC",
  "-",
  "/",
  "../../etc/passwd",
  "C:\\AUX",
  "%2e%2e%2f",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "NaN",
  "0",

  "💰",
  "👩‍👩‍👧",
  "\u202eOMED",
  "\u200fDEMO\u200f",
  "D\u200bEMO",
  "АAPL",
  "ſPY",
  "İ",
  "ﬁ",
  "٣",
  "腾讯",
  "𝐃𝐄𝐌𝐎",
  "e\u0301",
  "'; drop table analyses; --",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "${jndi:ldap://x}",
  "BTC/USD",
  "BTC-BTC",

  "USD",
  "USDUSD",
  "X".repeat(32),
  ".".repeat(32),
  "\u00a0",
  "\u3000",
  "\ufeff",
  "DEMO.DEMO.DEMO",
  "0000000.HK",
  "^.HK",
] as const;

const { ticker } = routes.submitAnalysis.body.shape;

const tickers = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...oddTickers) },
    { weight: 2, arbitrary: fc.string({ minLength: 1, maxLength: 32, unit: "grapheme" }) },
    { weight: 2, arbitrary: fc.string({ minLength: 1, maxLength: 32, unit: "binary" }) },
    { weight: 2, arbitrary: fc.stringMatching(/^[A-Za-z0-9.^/$_ -]{1,32}$/) },
    { weight: 1, arbitrary: fc.constantFrom("DEMO", "^GSPC") },
  )
  .filter((text) => ticker.safeParse(text).success);

/** All days from year 0 to 9999, the edges more often. */
const dates = fc
  .oneof(
    fc.constantFrom("0000-01-01", "0000-02-29", "0001-01-01", "1582-10-10", "1899-12-31", "1900-01-01", "9999-12-31"),
    fc
      .date({ min: new Date("0000-01-01T00:00:00Z"), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    fc
      .date({ min: new Date("1995-01-01T00:00:00Z"), max: new Date("2027-12-31T00:00:00Z"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  )
  .filter((date) => AnalysisRequest.shape.trade_date.safeParse(date).success);

/** Anything that the schema of the API takes, by its own word. */
export const anyRequest: fc.Arbitrary<AnalysisRequest> = fc
  .record({
    ticker: tickers,
    trade_date: dates,
    asset_type: fc.constantFrom("stock" as const, "crypto" as const),
    // Names may stand twice.
    analysts: fc.array(fc.constantFrom(...Analyst.options), { minLength: 1, maxLength: 6 }),
    max_debate_rounds: fc.option(fc.integer({ min: 1, max: 10 })),
  })
  .map((request) => AnalysisRequest.parse(request));
