import { unstable_rethrow } from "next/navigation";
import { ZodError } from "zod";
import {
  ConfirmationNeeded,
  Forbidden,
  InsufficientBalance,
  InvalidField,
  InvalidInput,
  isConclaveError,
  Unauthorized,
} from "#src/platform/errors.ts";
import type { By } from "#src/services/accounts/confirm-identity.ts";
import { isRefusedValue } from "#src/platform/refused-value.ts";
import type { ActingAdmin } from "#src/services/admin/recorded.ts";
import { house } from "../context.ts";
import { viewer, type Viewer } from "../session.ts";
import { siteOrigin } from "../site-origin.ts";

/** What an action answers. `field` names the control that `message`, one or more sentences, is about. */
export type Outcome<T = null> = { readonly ok: true; readonly value: T } | Refusal;

export interface Refusal {
  readonly ok: false;
  readonly message: string;
  readonly field?: string;
  /** They must prove who they are, and can then send the same again. */
  readonly confirm?: true;
}

const unforeseen = "That did not work, and the fault is on our side. It has been logged; please try again.";

const unkept = "Something you entered has a character or number that cannot be kept. Change it and try again.";

/**
 * Runs an action and tells in words what stopped it. What was not foreseen is logged and never shows its own text;
 * redirects of Next go on as they are.
 * @param field the control that a refusal of the service is about, where there is only one
 */
export async function outcome<T>(work: () => Promise<T>, field?: string): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    unstable_rethrow(error);
    return refusal(error, field);
  }
}

function refusal(error: unknown, field: string | undefined): Refusal {
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    const name = issue?.path[0];
    return { ok: false, message: sentence(issue?.message ?? "check what you typed"), ...fieldOf(name ?? field) };
  }
  if (error instanceof ConfirmationNeeded) return { ok: false, message: sentence(error.message), confirm: true };
  if (isConclaveError(error)) {
    const about =
      error instanceof InvalidInput ||
      error instanceof InvalidField ||
      error instanceof Forbidden ||
      error instanceof InsufficientBalance;
    return { ok: false, message: sentence(error.message), ...fieldOf(about ? field : undefined) };
  }
  house().log.error({ err: error }, "an action failed");
  return { ok: false, message: isRefusedValue(error) ? unkept : unforeseen };
}

function fieldOf(name: PropertyKey | undefined): { field?: string } {
  return name === undefined ? {} : { field: String(name) };
}

/** Errors are written to stand behind a colon; here they stand alone. */
function sentence(text: string): string {
  const [first = "", ...rest] = text;
  return `${first.toUpperCase()}${rest.join("")}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** Who presses the button. Every action asks for itself: it can be called without the page. @throws Unauthorized */
export async function signedIn(): Promise<Viewer> {
  const who = await viewer();
  if (who === null) throw new Unauthorized("you are signed out: sign in again, and repeat this");
  return who;
}

/** As whom a service that mails its owner is asked. Its links lead to no host that a client made up. */
export async function byOf({ confirmedAt }: Viewer): Promise<By> {
  const origin = house().auth.originOf(new URL(await siteOrigin()).host);
  if (origin === null) throw new Forbidden("this address is none of the site's");
  return { confirmedAt, origin };
}

/** Whether they may change what they ask for, the service says. @throws Unauthorized; Forbidden without the role */
export async function adminSignedIn(): Promise<Viewer & ActingAdmin> {
  const who = await signedIn();
  if (who.role !== "admin") throw new Forbidden("this is for administrators");
  return { ...who, allowanceMinor: house().all.adminAllowanceMinor };
}
