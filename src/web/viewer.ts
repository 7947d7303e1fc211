import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { entitlementsAt, type Entitlements, type Plan } from "#src/contract/accounts/plans.ts";
import type { Role } from "#src/contract/accounts/users.ts";
import type { Instant } from "#src/core/clock.ts";
import { actorOf } from "#src/product/accounts/public/auth.ts";
import type { Actor, Admin, AdminContext, Context } from "#src/product/context.ts";
import { webContext } from "./context.ts";

/** Who looks at a page, with what they have at this moment. */
export interface Viewer {
  readonly userId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly role: Role;
  readonly twoFactor: boolean;
  /** The plan in force: one that has ended is Free. */
  readonly plan: Plan;
  /** When it ends; `null` for one without an end. */
  readonly planUntil: Instant | null;
  readonly entitlements: Entitlements;
  readonly sessionId: string;
  /** When they last proved who they are: what opens or ends ways in asks for a fresh sign-in. */
  readonly confirmedAt: Instant;
  readonly actor: Actor;
}

/** Who is signed in, or `null`. Asked once for a request, however many components ask. */
export const viewer = cache(async (): Promise<Viewer | null> => {
  const cookies = (await headers()).get("cookie");
  const { auth, clock } = webContext();
  const session = await auth.read(cookies);
  if (session === null) return null;
  const now = clock.now();
  const entitlements = entitlementsAt(session.held, now);
  const { userId, email, emailVerified, name, role, twoFactor, sessionId, held } = session;
  return {
    userId,
    email,
    emailVerified,
    name,
    role,
    twoFactor,
    sessionId,
    entitlements,
    plan: entitlements.plan,
    planUntil: entitlements.plan === held.plan ? held.planUntil : null,
    confirmedAt: session.confirmedAt,
    actor: actorOf(session, now),
  };
});

/** The viewer, or on to the page where people sign in; from there they come back to `next`, a path of this site. */
export async function requireViewer(next?: string): Promise<Viewer> {
  const who = await viewer();
  if (who !== null) return who;
  const asked = next ?? (await headers()).get("x-forwarded-path");
  // Set by the front door; a client cannot.
  return redirect(asked === null ? "/sign-in" : `/sign-in?next=${encodeURIComponent(asked)}`);
}

/** For whoever runs the service; to everybody else the page is not there. */
export async function requireAdmin(): Promise<Viewer> {
  const who = await requireViewer();
  return who.role === "admin" ? who : notFound();
}

/** What services ask for, on behalf of the viewer. */
export function contextOf({ actor }: Viewer): Context {
  const { db, queue, clock, settings } = webContext();
  return { db, queue, clock, settings, actor, requestId: `web_${randomUUID()}` };
}

/** The same on behalf of whoever runs the service; whether they are one, each service looks itself. */
export function adminContextOf<By extends Admin>(by: By): AdminContext<By> {
  const { db, queue, clock } = webContext();
  return { db, queue, clock, by };
}
