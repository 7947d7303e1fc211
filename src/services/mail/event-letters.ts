import type { Job } from "#src/contract/analysis.ts";
import type { EventMail } from "#src/contract/mails.ts";
import { formatUsd } from "#src/contract/money.ts";
import { periodDays, plans } from "#src/contract/plans.ts";
import { toIso, type Instant } from "#src/platform/clock.ts";
import { notificationsPage, type Letter } from "./templates.ts";

type Of<K extends EventMail["kind"]> = Extract<EventMail, { kind: K }>;

/** What its reader asked to be told of; every one says where that is turned off. */
export const eventLetters = {
  /** `null` for an analysis that has no end to tell of: it was cancelled. */
  analysisEnded(origin: string, { id, status, request, result, error }: Job): Letter | null {
    const what = `${request.ticker} as of ${request.trade_date}`;
    const wanted = {
      action: { label: "Open the analysis", url: `${origin}/analyses/${id}` },
      reason: "It came because your settings ask for a note when an analysis has finished.",
      turnOffUrl: notificationsPage(origin),
    };
    if (status === "succeeded" && result !== null)
      return {
        subject: `${request.ticker}: ${result.rating}`,
        heading: `${request.ticker}: ${result.rating}`,
        paragraphs: [
          result.is_review
            ? `Your analysis of ${what} has finished without a rating: REVIEW means that a person should look at it.`
            : `Your analysis of ${what} has finished. The rating is ${result.rating}.`,
        ],
        ...wanted,
      };
    if (status === "failed")
      return {
        subject: `${request.ticker}: the analysis failed`,
        heading: `${request.ticker}: the analysis failed`,
        paragraphs: [
          `Your analysis of ${what} has ended without a result.`,
          `The reason: ${error ?? "it is not known"}`,
        ],
        ...wanted,
      };
    return null;
  },
  planRenewed: (origin: string, { plan, until, paidMinor }: Of<"plan_renewed">): Letter => ({
    ...ofPlan(origin, "Open billing"),
    subject: `Your plan: ${plans[plan].name} until ${day(until)}`,
    heading: `Your plan: ${plans[plan].name}`,
    paragraphs: [
      `${formatUsd(paidMinor)} was paid from your balance for ${periodDays} days of ${plans[plan].name}. They end on ${time(until)}.`,
      "It renews itself again then. You can turn that off in billing.",
    ],
  }),
  planEnds: (origin: string, { plan, until, missingMinor }: Of<"plan_ends">): Letter => ({
    ...ofPlan(origin, missingMinor === null ? "Open billing" : "Add to your balance"),
    subject: `Your plan ${plans[plan].name} ends on ${day(until)}`,
    heading: `${plans[plan].name} ends on ${day(until)}`,
    paragraphs: [
      missingMinor === null
        ? `Your plan ${plans[plan].name} ends on ${time(until)} and is not renewed. If you want to keep it, turn the renewal on in billing.`
        : `Your plan ends on ${time(until)}. It is to be renewed, but your balance does not cover that: ${formatUsd(missingMinor)} is missing.`,
      "Without a plan your account goes on with Free.",
    ],
  }),
  planEnded: (origin: string, { plan, unpaid }: Of<"plan_ended">): Letter => ({
    ...ofPlan(origin, "Look at the plans"),
    subject: `Your plan ${plans[plan].name} has ended`,
    heading: `${plans[plan].name} has ended`,
    paragraphs: [
      unpaid
        ? "It could not be renewed, since your balance did not cover it. Nothing was taken from your balance."
        : "It was not to be renewed, and what was paid for is over.",
      "Your account goes on with Free. What you have made stays.",
    ],
  }),
  referralRewarded: (origin: string, { minor }: Of<"referral_rewarded">): Letter => ({
    subject: `${formatUsd(minor)} for somebody you referred`,
    heading: `${formatUsd(minor)} is on your balance`,
    paragraphs: ["Somebody who came by your link bought a first plan. Your share of that was added to your balance."],
    action: { label: "Open referrals", url: `${origin}/referrals` },
    reason: "It came because your settings ask for a note of each referral reward.",
    turnOffUrl: notificationsPage(origin),
  }),
} as const;

function ofPlan(origin: string, label: string): Pick<Letter, "action" | "reason" | "turnOffUrl"> {
  return {
    action: { label, url: `${origin}/billing` },
    reason: "It came because your settings ask for notes about your plan and its renewal.",
    turnOffUrl: notificationsPage(origin),
  };
}

function day(at: Instant): string {
  return toIso(at).slice(0, 10);
}

function time(at: Instant): string {
  return `${day(at)} at ${toIso(at).slice(11, 16)} UTC`;
}
