import { z } from "zod";
import type { Rating } from "../jobs/analysis.ts";
import type { Scope } from "../accounts/plans.ts";

/** What the sandbox's payer can do. */
export const SandboxAct = z.enum([
  "exact",
  "partial",
  "rest",
  "too_much",
  "wrong_asset",
  "again",
  "expire",
  "fail",
  "refund",
]);
export type SandboxAct = z.infer<typeof SandboxAct>;

/** A payment as the sandbox holds it. */
export interface SandboxPayment {
  readonly id: string;
  readonly orderId: string;
  readonly status: string;
  readonly payCurrency: string;
  readonly payAmount: string;
  readonly payAddress: string;
  readonly paidAmount: string;
  readonly priceUsd: string;
  readonly createdAt: number;
}

/*
 * Test keys answer from the shipped archive by the rules engine, on an account beside their owner's, so that live lists
 * and sums never see it (docs/adr/0028).
 */

export const testKeyPrefix = "ck_test_";

/** Nothing else can be answered without live data. */
export const testScopes: readonly Scope[] = ["analyses:read", "analyses:write"];

export const testLimits = {
  /** The most test keys that an account has at a time. */
  keys: 5,
  /** Of each key. */
  requestsPerMinute: 60,
} as const;

export const failingTicker = "FAIL";

/** The symbols of the shipped archive, and the ticker that fails. */
export const testTickers: readonly string[] = ["DEMO", "^GSPC", failingTicker];

/** Contains a space, which no owner's name has. */
const marker = "test ";

/** The account that holds the results of an owner's test keys. */
export function testOwnerOf(owner: string): string {
  return `${marker}${owner}`;
}

export function isTestOwner(owner: string): boolean {
  return owner.startsWith(marker);
}

/** How to get each outcome. A test runs them all. */
export const testOutcomes: readonly {
  readonly ticker: string;
  readonly trade_date: string;
  readonly outcome: Rating | "failed";
  readonly isGiven?: true;
}[] = [
  { ticker: "DEMO", trade_date: "2018-02-22", outcome: "Buy" },
  { ticker: "DEMO", trade_date: "2016-09-11", outcome: "Overweight" },
  { ticker: "DEMO", trade_date: "2019-06-11", outcome: "Hold" },
  { ticker: "DEMO", trade_date: "2019-08-01", outcome: "Underweight", isGiven: true },
  { ticker: "^GSPC", trade_date: "2020-03-09", outcome: "Sell", isGiven: true },
  { ticker: "DEMO", trade_date: "2020-03-09", outcome: "REVIEW" },
  { ticker: failingTicker, trade_date: "2019-06-03", outcome: "failed" },
];
