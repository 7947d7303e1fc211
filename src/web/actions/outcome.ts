import { unstable_rethrow } from "next/navigation";
import { ZodError } from "zod";
import { signedOut, somethingWentWrong } from "#src/contract/accounts/form-outcomes.ts";
import {
  ConfirmationNeeded,
  type ConclaveError,
  Forbidden,
  InsufficientBalance,
  InvalidField,
  InvalidInput,
  isConclaveError,
  Unauthorized,
} from "#src/core/errors.ts";
import type { By } from "#src/product/accounts/public/fresh-sign-in.ts";
import { constants } from "#src/core/config/variables.ts";
import { isRefusedValue } from "#src/core/network/database-away.ts";
import type { ActingAdmin } from "#src/product/context.ts";
import { webContext } from "../context.ts";
import { viewer, type Viewer } from "../viewer.ts";
import { siteOrigin } from "#src/web/page-request.ts";

/** What an action answers. `field` names the control that `message`, one or more sentences, is about. */
export type Outcome<T = null> = { readonly ok: true; readonly value: T } | Refusal;

export interface Refusal {
  readonly ok: false;
  readonly message: string;
  /** Of the error that stopped it, where it was one of ours. */
  readonly kind?: ConclaveError["kind"];
  readonly field?: string;
  readonly remedy?: Remedy;
}

/** What helps; afterwards the same can be sent again. `confirm`: they prove who they are. */
export type Remedy = "confirm" | "sign in" | "reload" | "try again";

const unkept = "Something you entered contains a character or number that cannot be saved. Change it and try again.";

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
    const message = sentence(issue?.message ?? "check your input");
    return { ok: false, kind: "invalid_input", message, ...fieldOf(name ?? field) };
  }
  if (isConclaveError(error)) {
    const { kind } = error;
    if (error instanceof ConfirmationNeeded)
      return { ok: false, kind, message: sentence(error.message), remedy: "confirm" };
    if (error instanceof Unauthorized) return { ok: false, kind, message: signedOut, remedy: "sign in" };
    if (error instanceof InvalidField) return { ok: false, kind, message: sentence(error.message), field: error.field };
    const about = error instanceof InvalidInput || error instanceof Forbidden || error instanceof InsufficientBalance;
    return { ok: false, kind, message: sentence(error.message), ...fieldOf(about ? field : undefined) };
  }
  webContext().log.error({ err: error }, "an action failed");
  return isRefusedValue(error)
    ? { ok: false, message: unkept }
    : { ok: false, message: somethingWentWrong, remedy: "try again" };
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
  if (who === null) throw new Unauthorized(signedOut);
  return who;
}

/** As whom a service that mails its owner is asked. Its links lead to no host that a client made up. */
export async function byOf({ confirmedAt }: Viewer): Promise<By> {
  const origin = webContext().auth.originOf(new URL(await siteOrigin()).host);
  if (origin === null) throw new Forbidden("this address does not belong to this site");
  return { confirmedAt, origin };
}

/** Whether they may change what they ask for, the service says. @throws Unauthorized; Forbidden without the role */
export async function adminSignedIn(): Promise<Viewer & ActingAdmin> {
  const who = await signedIn();
  if (who.role !== "admin") throw new Forbidden("only administrators can do this");
  return { ...who, allowanceMinor: constants.adminAllowanceMinor };
}
