import type { EventMail, MailJob } from "#src/contract/messages/mails.ts";
import { NotificationSettings } from "#src/contract/accounts/users.ts";
import { findRequest } from "#src/product/admin/queries/admin-actions.ts";
import { findAddressChange } from "#src/product/accounts/queries/recovery.ts";
import { loadAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { findWatch } from "#src/product/conditions/queries/condition-watches.ts";
import type { NewMail } from "./queries/mails.ts";
import { findSignal } from "#src/product/signals/queries/signals.ts";
import { findUserByEmail, findUserById } from "#src/product/accounts/queries/users.ts";
import { dayAndTimeText } from "#src/core/clock.ts";
import type { SystemContext } from "../context.ts";
import type { AuthTools } from "../accounts/public/auth-options.ts";
import { addressChangeUrl } from "../accounts/public/signed-requests.ts";
import { mintLink } from "../accounts/public/auth.ts";
import { accountChanged, addressLetters, signInLetters } from "./lib/account-letters.ts";
import { eventLetters } from "./lib/event-letters.ts";
import { isWanted, switches, unsubscribeLink } from "./public/mailer.ts";
import { toldOn } from "../portfolios/public/portfolio-alerts.ts";
import { renderLetter, type Letter } from "./lib/letter-layout.ts";

export interface WriteTools extends Pick<AuthTools, "log" | "settings"> {
  /** Where links lead of a mail that no request asked for. */
  readonly origin: string;
}

interface Tools extends WriteTools, SystemContext {}

/** @returns `none`: nobody or nothing to tell; `later`: the sign-up's user is not there yet */
export async function writeMail(
  ctx: SystemContext,
  { tools: given, job }: { readonly tools: WriteTools; readonly job: MailJob },
): Promise<NewMail | "none" | "later"> {
  const tools = { ...ctx, ...given };
  const found = await letterOf(tools, job);
  if (found === "none" || found === "later") return found;
  return { to: found.to, ...(await renderLetter(found.letter)), unsubscribeUrl: unsubscribeUrlOf(tools, job) };
}

function unsubscribeUrlOf({ settings, origin }: WriteTools, job: MailJob): string | null {
  if (job.kind === "signal_changed") return unsubscribeLink(settings, origin, { userId: job.userId, kind: "signals" });
  return "once" in job ? unsubscribeLink(settings, origin, { userId: job.userId, kind: switches[job.kind] }) : null;
}

interface Addressed {
  readonly to: string;
  readonly letter: Letter;
}

async function letterOf(tools: Tools, job: MailJob): Promise<Addressed | "none" | "later"> {
  const { db } = tools;
  switch (job.kind) {
    case "sign_up": {
      const user = await findUserByEmail(db.sql, job.email);
      if (user === null) return "later";
      if (user.emailVerified) return { to: user.email, letter: signInLetters.signUpNote(job.origin) };
      return withLink(tools, { ...job, kind: "verify" }, signInLetters.verify);
    }
    case "verify":
      return withLink(tools, { ...job, kind: "verify" }, signInLetters.verify);
    case "reset":
      return withLink(tools, { ...job, kind: "reset" }, signInLetters.reset);
    case "magic_link":
      return withLink(tools, { ...job, kind: "magic_link" }, signInLetters.magicLink);
    case "address_change_asked":
    case "address_change_agreed":
      return ofAddressChange(tools, job);
    case "address_changed":
      return { to: job.from, letter: addressLetters.changed(job.to, dayAndTimeText(job.at)) };
    case "new_sign_in": {
      const user = await findUserById(db.sql, job.userId);
      if (user === null || !NotificationSettings.parse(user.notifications).sign_in) return "none";
      return { to: user.email, letter: signInLetters.newSignIn(job.origin, { ...job, when: dayAndTimeText(job.at) }) };
    }
    case "account_changed": {
      const user = await findUserById(db.sql, job.userId);
      if (user === null) return "none";
      return { to: user.email, letter: accountChanged(job, dayAndTimeText(job.at)) };
    }
    case "signal_changed": {
      const [user, found] = await Promise.all([findUserById(db.sql, job.userId), findSignal(db.sql, job.signalId)]);
      if (user === null || found === null || found.withdrawn !== null) return "none";
      if (!NotificationSettings.parse(user.notifications).signals) return "none";
      return { to: user.email, letter: eventLetters.signalChanged(tools.origin, found.signal) };
    }
    case "channel_paused": {
      const user = await findUserById(db.sql, job.userId);
      return user === null ? "none" : { to: user.email, letter: eventLetters.channelPaused(tools.origin, job) };
    }
    case "chain_heads":
    case "approval_asked":
      return ofAdministrator(tools, job);
    case "analysis_ended":
    case "condition_broken":
    case "plan_renewed":
    case "plan_ends":
    case "plan_ended":
    case "referral_rewarded":
    case "portfolio_alert":
      return ofEvent(tools, job);
  }
}

async function ofAdministrator(
  { db, origin }: Tools,
  job: Extract<MailJob, { kind: "chain_heads" | "approval_asked" }>,
): Promise<Addressed | "none"> {
  const user = await findUserById(db.sql, job.userId);
  if (user === null || user.role !== "admin") return "none";
  if (job.kind === "chain_heads") return { to: user.email, letter: eventLetters.chainHeads(origin, job) };
  const request = await findRequest(db.sql, job.request);
  if (request === null || request.state !== "waiting") return "none";
  return { to: user.email, letter: eventLetters.approvalAsked(origin, request, dayAndTimeText(request.expiresAt)) };
}

async function ofAddressChange(
  { db, settings, clock }: Tools,
  job: Extract<MailJob, { changeId: string }>,
): Promise<Addressed | "none"> {
  const change = await findAddressChange(db.sql, job.changeId, clock.now());
  const user = change === null ? null : await findUserById(db.sql, change.userId);
  if (change === null || user === null) return "none";
  const { to } = change;
  if (job.kind === "address_change_asked")
    return {
      to: user.email,
      letter: addressLetters.asked(addressChangeUrl(settings, job.origin, { ...job, step: "old" }), to),
    };
  const owner = await findUserByEmail(db.sql, to);
  if (owner !== null && owner.emailVerified) return { to, letter: addressLetters.known(job.origin) };
  return { to, letter: addressLetters.agreed(addressChangeUrl(settings, job.origin, { ...job, step: "new" })) };
}

/** It may have waited, so asked again. */
async function ofEvent(tools: Tools, job: EventMail): Promise<Addressed | "none"> {
  const user = await findUserById(tools.db.sql, job.userId);
  if (user === null || !user.emailVerified || !isWanted(job.kind, user.notifications)) return "none";
  const letter = await letterOfEvent(tools, job);
  return letter === null ? "none" : { to: user.email, letter };
}

async function letterOfEvent(tools: Tools, job: EventMail): Promise<Letter | null> {
  const { db, origin } = tools;
  switch (job.kind) {
    case "analysis_ended": {
      const stored = await loadAnalysis(db.sql, job.once);
      return stored === null ? null : eventLetters.analysisEnded(origin, stored.job);
    }
    case "condition_broken": {
      const [stored, watch] = [await loadAnalysis(db.sql, job.analysis), await findWatch(db.sql, job.analysis)];
      const signal = job.signal === null ? null : await findSignal(db.sql, job.signal);
      if (stored === null || watch === null || (signal !== null && signal.withdrawn !== null)) return null;
      return eventLetters.conditionBroken(origin, job, stored.job, watch);
    }
    case "plan_renewed":
      return eventLetters.planRenewed(origin, job);
    case "plan_ends":
      return eventLetters.planEnds(origin, job);
    case "plan_ended":
      return eventLetters.planEnded(origin, job);
    case "referral_rewarded":
      return eventLetters.referralRewarded(origin, job);
    case "portfolio_alert": {
      const told = await toldOn(tools, { ...job, owner: job.userId });
      return told === null ? null : eventLetters.portfolioAlert(origin, job, told);
    }
  }
}

async function withLink(
  tools: Tools,
  job: Parameters<typeof mintLink>[1],
  write: (url: string) => Letter,
): Promise<Addressed | "none"> {
  const user = await findUserByEmail(tools.db.sql, job.email);
  if (user === null) return "none";
  const url = await mintLink(tools, { ...job, email: user.email });
  return url === null ? "none" : { to: user.email, letter: write(url) };
}
