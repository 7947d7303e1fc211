"use client";

import { unstable_isUnrecognizedActionError } from "next/navigation";
import { useActionState } from "react";
import { signedOut, somethingWentWrong, tooManyActions, unreachable } from "#src/contract/accounts/form-outcomes.ts";
import type { Action } from "#src/web/actions/action.ts";
import type { Answered, FormAction } from "#src/web/actions/acting.ts";
import type { Outcome, Refusal } from "#src/web/actions/outcome.ts";

/*
 * The one door for what a page has done or looks up. An action has no call signature, so that nothing else can send
 * one; what leaves here never rejects, since a rejected call puts the error page in the place of what was typed.
 */

/** Sends an action; what gave no answer of its own is a refusal too. */
export function send<In extends readonly unknown[], T>(action: Action<In, T>, ...given: In): Promise<Outcome<T>> {
  // In a function of its own: it may throw before there is a promise.
  return (async () => opened(action)(...given))().catch(notAnswered);
}

/**
 * The action as a form names it, for a browser that sends the form by itself, and what it answered then. It is the
 * action itself, as React has an address only for that.
 */
export function usePosted<T>(action: FormAction<T>): readonly [Answered<T> | null, (fields: FormData) => void] {
  const [answer, post] = useActionState<Answered<T> | null, FormData>(opened(action), null);
  return [answer, post];
}

/** `fetch`, for libraries that send by themselves: whatever is no success is thrown as `Refused`. */
export async function fetchOrRefuse(...given: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...given).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused(notAnswered(error));
  });
  if (answer.ok) return answer;
  throw new Refused(refusedWith(answer.status, await answer.text()));
}

/** Why a library that sends by `fetchOrRefuse` failed, in words. */
export const refusalIn = (error: unknown): Refusal => notAnswered(error);

/** Carries a refusal through a library that knows errors alone. */
class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

function refusedWith(status: number, body: string): Refusal {
  if (status === 401) return { ok: false, message: signedOut, remedy: "sign in" };
  if (status >= 500) return { ok: false, message: somethingWentWrong, remedy: "try again" };
  const detail = detailIn(body);
  const otherwise = status === 429 ? tooManyActions : somethingWentWrong;
  const message = detail === null ? otherwise : `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
  return { ok: false, message, remedy: "try again" };
}

/** The server's own words, where it answered as JSON. Without zod, which would come with every form. */
function detailIn(body: string): string | null {
  try {
    const told: unknown = JSON.parse(body);
    const known = typeof told === "object" && told !== null && "detail" in told && typeof told.detail === "string";
    return known ? String(told.detail) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Why nothing came back, in words. */
function notAnswered(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal;
  if (unstable_isUnrecognizedActionError(error))
    return {
      ok: false,
      message: "Conclave was updated while this page was open. Copy anything you need, then reload the page.",
      remedy: "reload",
    };
  const often = error instanceof Error && error.message === tooManyActions;
  // What `fetch` throws where there is no network, and a part of the page that could not be loaded.
  const lost = error instanceof TypeError || (error instanceof Error && error.name === "ChunkLoadError");
  const message = often ? tooManyActions : lost ? unreachable : somethingWentWrong;
  return { ok: false, message, remedy: "try again" };
}

function opened<In extends readonly unknown[], T>(action: Action<In, T>): (...given: In) => Promise<Outcome<T>>;
function opened(action: unknown): unknown {
  return action;
}
