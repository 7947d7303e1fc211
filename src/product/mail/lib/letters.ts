import type { AccountChange, MailJob, EventMail } from "#src/contract/messages/mails.ts";
import type { Revoked } from "#src/contract/accounts/credentials.ts";
import { counted } from "#src/core/text/number-text.ts";
import { protect, type Letter, notificationsPage } from "./templates.ts";
import { titleOf, type Job } from "#src/contract/jobs/analysis.ts";
import { Instruction } from "#src/contract/run/run.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { periodDays, plans } from "#src/contract/accounts/plans.ts";
import type { ConditionWatch } from "#src/product/conditions/queries/condition-watches.ts";
import { alertText, type PortfolioAlert } from "#src/product/portfolios/public/portfolio-alerts.ts";
import { dayAndTimeText, dayText } from "#src/core/clock.ts";

type Changed = Extract<MailJob, { kind: "account_changed" }>;

/** Always sent. @param when as its reader reads it */
export function accountChanged({ origin, change, subject, revoked }: Changed, when: string): Letter {
  return {
    subject: changes[change],
    heading: changes[change],
    paragraphs: [
      `This happened on ${when}.`,
      ...sentencesAbout(change, subject),
      ...(revoked === undefined ? [] : revokedSentences(revoked)),
      protect,
    ],
    action: { label: "Review your security settings", url: `${origin}/settings/security` },
    reason: "We always send this email when your account's security settings change.",
    turnOffUrl: null,
  };
}

const changes: Readonly<Record<AccountChange, string>> = {
  two_factor_on: "Two-factor authentication is on",
  two_factor_off: "Two-factor authentication was turned off",
  backup_codes: "Your backup codes were replaced",
  code_reused: "A two-factor code was used twice",
  password: "Your password was changed",
  passkey_added: "A passkey was added",
  passkey_removed: "A passkey was removed",
  api_key_added: "An API key was created",
  app_connected: "An app was connected",
  webhook_changed: "A webhook was added",
  channel_added: "A notification channel was added",
  endpoint_added: "A webhook was created",
  calendar_added: "A private calendar address was created",
  provider_linked: "An account was linked",
  provider_unlinked: "A linked account was removed",
  data_exported: "Your data was downloaded",
  access_revoked: "You signed out everywhere",
};

/** What it is about, and what else it brings about. */
function sentencesAbout(change: AccountChange, subject = ""): string[] {
  switch (change) {
    case "two_factor_on":
      return ["Your other sessions were ended. Sign in there again with a code."];
    case "code_reused":
      return [
        "A code from your authenticator app was submitted a second time and refused. If that was not you, someone may have seen it: change your password and set up two-factor authentication again.",
      ];
    case "api_key_added":
      return [`Its name is ${subject}. Anyone with the key can use the API on your behalf until you revoke it.`];
    case "app_connected":
      return [`${subject} can use the API on your behalf until you disconnect it under API keys.`];
    case "webhook_changed":
      return [`Changed ratings are sent to ${subject} from now on.`];
    case "channel_added":
      return [`Messages about your signals and account can be sent through ${subject} from now on.`];
    case "endpoint_added":
      return [`Events of your account are sent to ${subject} from now on.`];
    case "calendar_added":
      return ["Anyone with the address can see what your watchlists hold and when they run, until you revoke it."];
    case "provider_linked":
      return [`You can sign in with ${subject} from now on.`];
    default:
      return [];
  }
}

/** What a recovery took back, and what became of what was under way. */
function revokedSentences({ sessions, ...numbers }: Revoked): string[] {
  const revoked = [
    count(numbers.api_keys, "API key", "API keys"),
    count(numbers.connections, "connected app", "connected apps"),
    count(numbers.webhooks, "webhook", "webhooks"),
    count(numbers.passkeys, "passkey", "passkeys"),
    count(numbers.providers, "linked account", "linked accounts"),
  ].filter((part) => part !== null);
  const ended = {
    all: "All your sessions were ended.",
    others: "All your other sessions were ended.",
    kept: "Your other sessions were kept.",
  } as const;
  return [
    `${ended[sessions]} ${revoked.length === 0 ? "Nothing else had to be revoked." : `Revoked: ${revoked.join(", ")}.`}`,
    ...(numbers.api_keys === 0
      ? []
      : [
          "Event streams opened with a revoked key end within a minute. Analyses started with it continue. You can cancel them under Analyses.",
        ]),
  ];
}

function count(n: number, one: string, many: string): string | null {
  return n === 0 ? null : counted(n, one, many);
}

/** About a change of the address that somebody signs in with. */
export const addressLetters = {
  /** To the present address. */
  asked: (url: string, to: string): Letter => ({
    subject: "Confirm your email address change",
    heading: "Confirm your email address change",
    paragraphs: [
      `Someone signed in to your Conclave account asked to change its email address to ${to}.`,
      "If this was you, approve the change. We then email the new address. Nothing changes until the link in that email is opened. Both links work for 24 hours.",
    ],
    action: { label: "Approve the change", url },
    reason:
      "If this was not you, do not open the link. Nothing changes without it. Someone is signed in to your account, so change your password and sign out your other sessions under Account, Security.",
    turnOffUrl: null,
  }),
  /** To the new one. */
  agreed: (url: string): Letter => ({
    subject: "Confirm your new email address",
    heading: "Confirm your new email address",
    paragraphs: [
      "Confirm this address as the new email address of your Conclave account. You will use it to sign in from then on.",
      "Your other sessions end. The link works once.",
    ],
    action: { label: "Confirm new email address", url },
    reason: "If this was not you, ignore this email. Nothing changes without the link.",
    turnOffUrl: null,
  }),
  /** To a new one that has an account already. */
  known: (origin: string): Letter => ({
    subject: "This email address already has an account",
    heading: "This email address already has an account",
    paragraphs: [
      "Someone, perhaps you, tried to use this email address for another Conclave account. It already has its own account, so nothing was changed.",
      "If both accounts are yours, first delete the one with this address under Account, Your data.",
    ],
    action: { label: "Sign in", url: `${origin}/sign-in` },
    reason: "If this was not you, no action is needed. We did not reveal that the account exists.",
    turnOffUrl: null,
  }),
  /** To the address that was. */
  changed: (to: string, when: string): Letter => ({
    subject: "Your email address was changed",
    heading: "Your email address was changed",
    paragraphs: [
      `Since ${when}, you sign in to your Conclave account with ${to}. This address can no longer be used to sign in.`,
      "The change was confirmed from both addresses. If it was not you, someone else has access to this mailbox: change its password and contact the operator of this site.",
    ],
    action: null,
    reason: "We always send this email when your account's security settings change.",
    turnOffUrl: null,
  }),
} as const;

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
} as const;

function ofPlan(origin: string, label: string): Pick<Letter, "action" | "reason" | "turnOffUrl"> {
  return {
    action: { label, url: `${origin}/billing` },
    reason: "You are receiving this because you turned on emails about your plan and renewal.",
    turnOffUrl: notificationsPage(origin),
  };
}
