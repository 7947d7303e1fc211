import type { EventMail, MailJob } from "#src/contract/messages/mails.ts";
import { type Letter, notificationsPage } from "./letter-layout.ts";
import { titleOf, type Job } from "#src/contract/jobs/analysis.ts";
import { Instruction } from "#src/contract/run/run.ts";
import { signalInstruction } from "#src/contract/run/instruction.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { periodDays, plans } from "#src/contract/accounts/plans.ts";
import type { Signal } from "#src/contract/signals/signals.ts";
import type { StoredRequest } from "#src/product/admin/queries/admin-actions.ts";
import type { ConditionWatch } from "#src/product/conditions/queries/condition-watches.ts";
import { alertText, type PortfolioAlert } from "#src/product/portfolios/public/portfolio-alerts.ts";
import { dayAndTimeText, dayText } from "#src/core/clock.ts";
import { counted } from "#src/core/text/number-text.ts";

/* The words of mails about what happened: analyses, signals, plans, channels. */

type Of<K extends EventMail["kind"]> = Extract<EventMail, { kind: K }>;

/** Each says where it is turned off. */
export const eventLetters = {
  /** `null` for a cancelled analysis. */
  analysisEnded(origin: string, { id, status, request, result, error }: Job): Letter | null {
    const what = titleOf(request);
    const wanted = {
      action: { label: "Open the analysis", url: `${origin}/analyses/${id}` },
      reason: "You are receiving this because you turned on emails about finished analyses.",
      turnOffUrl: notificationsPage(origin),
    };
    const instruction = Instruction.safeParse(result?.reports?.["instruction"]);
    if (status === "succeeded" && result !== null)
      return {
        subject: `${request.ticker}: ${result.rating}`,
        heading: `${request.ticker}: ${result.rating}`,
        paragraphs: [
          result.is_review
            ? `Your analysis of ${what} has finished without a rating. REVIEW means it reached no opinion and a person should look at it.`
            : `Your analysis of ${what} has finished. The rating is ${result.rating}.`,
          ...(result.is_review || !instruction.success ? [] : [instruction.data.says]),
        ],
        ...wanted,
      };
    if (status === "failed")
      return {
        subject: `${request.ticker}: the analysis failed`,
        heading: `${request.ticker}: the analysis failed`,
        paragraphs: [`Your analysis of ${what} failed without a result.`, `Reason: ${error ?? "unknown"}`],
        ...wanted,
      };
    return null;
  },
  /** `null` where the condition is not broken. */
  conditionBroken(
    origin: string,
    { analysis, condition: id, signal }: Of<"condition_broken">,
    { request, result }: Pick<Job, "request" | "result">,
    { symbol, conditions, states }: Pick<ConditionWatch, "symbol" | "conditions" | "states">,
  ): Letter | null {
    const condition = conditions.find((one) => one.id === id);
    const state = states.find((one) => one.id === id);
    if (condition === undefined || state?.status !== "broken" || result === null) return null;
    return {
      subject: `${symbol}: a condition of ${result.rating} is broken`,
      heading: `A condition of ${result.rating} on ${symbol} is broken`,
      paragraphs: [
        `The ${signal === null ? "analysis" : "signal"} of ${symbol} as of ${request.trade_date} named what would break its rating: ${condition.said}`,
        `This happened on ${state.decided_on}. The rating has not changed; run the analysis again to see what it would be now.`,
      ],
      action: {
        label: signal === null ? "Open the analysis" : "Open the signal",
        url: signal === null ? `${origin}/analyses/${analysis}#conditions` : `${origin}/signals/${signal}#conditions`,
      },
      reason: "You are receiving this because you turned on emails about broken conditions.",
      turnOffUrl: notificationsPage(origin),
    };
  },
  planRenewed: (origin: string, { plan, until, paidMinor }: Of<"plan_renewed">): Letter => ({
    ...ofPlan(origin, "Open billing"),
    subject: `Your plan: ${plans[plan].name} until ${dayText(until)}`,
    heading: `Your plan: ${plans[plan].name}`,
    paragraphs: [
      `${formatUsd(paidMinor)} was charged to your balance for ${periodDays} days of ${plans[plan].name}, until ${dayAndTimeText(until)}.`,
      "Your plan then renews automatically. You can turn this off under Plan and billing.",
    ],
  }),
  planEnds: (origin: string, { plan, until, missingMinor }: Of<"plan_ends">): Letter => ({
    ...ofPlan(origin, missingMinor === null ? "Open billing" : "Add to your balance"),
    subject: `Your ${plans[plan].name} plan ends on ${dayText(until)}`,
    heading: `${plans[plan].name} ends on ${dayText(until)}`,
    paragraphs: [
      missingMinor === null
        ? `Your ${plans[plan].name} plan ends on ${dayAndTimeText(until)} and will not renew. To keep it, turn on renewal under Plan and billing.`
        : `Your plan ends on ${dayAndTimeText(until)}. Renewal is on, but your balance is ${formatUsd(missingMinor)} short.`,
      "Without renewal, your account returns to the Free plan.",
    ],
  }),
  planEnded: (origin: string, { plan, unpaid }: Of<"plan_ended">): Letter => ({
    ...ofPlan(origin, "View plans"),
    subject: `Your ${plans[plan].name} plan has ended`,
    heading: `${plans[plan].name} has ended`,
    paragraphs: [
      unpaid
        ? "It could not be renewed because your balance was too low. Nothing was charged."
        : "Renewal was off, and the paid period is over.",
      "Your account is now on the Free plan. Your analyses and data are kept.",
    ],
  }),
  portfolioAlert: (
    origin: string,
    { portfolio, date }: Of<"portfolio_alert">,
    { name, alerts }: { readonly name: string; readonly alerts: readonly PortfolioAlert[] },
  ): Letter => ({
    subject: `${name}: ${counted(alerts.length, "alert")}`,
    heading: `${name}: ${counted(alerts.length, "alert")}`,
    paragraphs: [`At the close of ${date}:`, ...alerts.map(alertText)],
    action: { label: "Open the portfolio", url: `${origin}/portfolios/${portfolio}?as_of=${date}` },
    reason: "You are receiving this because you set alerts on this portfolio.",
    turnOffUrl: notificationsPage(origin),
  }),
  referralRewarded: (origin: string, { minor }: Of<"referral_rewarded">): Letter => ({
    subject: `You earned ${formatUsd(minor)} for a referral`,
    heading: `${formatUsd(minor)} was added to your balance`,
    paragraphs: ["Someone you referred bought their first plan. Your reward was added to your balance."],
    action: { label: "Open referrals", url: `${origin}/referrals` },
    reason: "You are receiving this because you turned on emails about referral rewards.",
    turnOffUrl: notificationsPage(origin),
  }),
  approvalAsked: (
    origin: string,
    { amountMinor, what, reason, askerEmail, askedBy }: StoredRequest,
    until: string,
  ): Letter => ({
    subject: `${formatUsd(amountMinor)} needs a second administrator`,
    heading: `${formatUsd(amountMinor)} needs your decision`,
    paragraphs: [
      `${askerEmail ?? askedBy} requests your approval: ${what}. Reason: ${reason}`,
      `Nothing has happened yet. Approve or decline by ${until}. After that, the request expires.`,
    ],
    action: { label: "Review the request", url: `${origin}/admin` },
    reason: "You are receiving this because you are an administrator. Do not approve anything you cannot verify.",
    turnOffUrl: null,
  }),
  channelPaused: (
    origin: string,
    {
      channel,
      endpoint,
      name,
      reason,
    }: { readonly channel: string; readonly endpoint: boolean; readonly name: string; readonly reason: string },
  ): Letter => ({
    subject: `Your ${endpoint ? "webhook" : "channel"} “${name}” was paused`,
    heading: `“${name}” was paused`,
    paragraphs: [
      `We could not deliver a message: ${reason}. Nothing more will be sent there until you resume it.`,
      endpoint
        ? "Fix the endpoint or change its URL, then resume the webhook. Messages that failed in the meantime can be sent again from its deliveries."
        : "Fix it at the service, then resume the channel in your settings. If the address has changed, remove the channel and add it again.",
    ],
    action: endpoint
      ? { label: "Open the webhook", url: `${origin}/webhooks/${channel}` }
      : { label: "Open the channel", url: `${origin}/settings/channels/${channel}` },
    reason: `We always send this email when a ${endpoint ? "webhook" : "channel"} stops working.`,
    turnOffUrl: null,
  }),
  signalChanged: (origin: string, signal: Signal): Letter => {
    const { symbol, name, rating, previous_rating: previous, session, report } = signal;
    return {
      subject: `${symbol}: ${previous ?? "no rating"} to ${rating}`,
      heading: `${name} is rated ${rating}`,
      paragraphs: [
        `The rating of ${symbol} changed from ${previous ?? "none"} to ${rating} as of the close of ${session}.`,
        signalInstruction(signal),
        "This is the outcome of a debate between models, not investment advice. The report gives the arguments for and against.",
      ],
      action: { label: "Read the report", url: `${origin}${report}` },
      reason: "You are receiving this because you turned on emails about changed ratings.",
      turnOffUrl: notificationsPage(origin),
    };
  },
  /** To be kept where the database's owner cannot change them. */
  chainHeads(
    origin: string,
    { day, signals, settlement, ledger, fault }: Extract<MailJob, { kind: "chain_heads" }>,
  ): Letter {
    const broken =
      fault === null
        ? []
        : [
            `The record does not verify (${fault.chain}, entry ${fault.number}): ${fault.reason}. It may have been altered. Compare the database with a backup.`,
          ];
    return {
      subject: fault === null ? `Chain heads of ${day}` : `The record does not verify (${day})`,
      heading: fault === null ? `Chain heads of ${day}` : "The record does not verify",
      paragraphs: [
        ...broken,
        `Signals: entry ${signals.number}, ${signals.hash}`,
        `Settlement prices: entry ${settlement.number}, ${settlement.hash}`,
        ...(ledger === undefined ? [] : [`Ledger: entry ${ledger.number}, ${ledger.hash}`]),
        "Keep this email. With these hashes you can check later whether anything before them was changed: conclave signals verify --head HASH, and conclave accounts verify --head HASH for the ledger",
      ],
      action: { label: "Open the track record", url: `${origin}/track-record#chain` },
      reason: "You are receiving this because you are an administrator and the record has new entries.",
      turnOffUrl: null,
    };
  },
} as const;

function ofPlan(origin: string, label: string): Pick<Letter, "action" | "reason" | "turnOffUrl"> {
  return {
    action: { label, url: `${origin}/billing` },
    reason: "You are receiving this because you turned on emails about your plan and renewal.",
    turnOffUrl: notificationsPage(origin),
  };
}
