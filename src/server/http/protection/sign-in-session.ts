import type { IncomingMessage } from "node:http";
import type { SignInSession } from "#src/product/accounts/queries/sign-in-sessions.ts";
import type { Auth } from "#src/product/accounts/public/auth.ts";
import { csrfHolds } from "#src/product/accounts/public/signed-requests.ts";
import { BadRequest } from "../problems.ts";
import { provenance } from "./same-origin.ts";
import type { CredentialCheck } from "../streams/stream-limits.ts";

const readOf = new WeakMap<IncomingMessage, Promise<SignInSession | null>>();

/** `null` for nobody. Read once a request, so that all of it speaks of one session. */
export function signInSessionOf(auth: Pick<Auth, "read">, request: IncomingMessage): Promise<SignInSession | null> {
  const { cookie } = request.headers;
  const known = readOf.get(request);
  if (known !== undefined) return known;
  const read = cookie === undefined ? Promise.resolve(null) : auth.read(cookie);
  readOf.set(request, read);
  return read;
}

/** Looks again at the sessions of streams; one check serves all of them. */
export function signInCheck(
  auth: Pick<Auth, "holding">,
  may: (session: SignInSession) => boolean = () => true,
): CredentialCheck {
  return async (ids) => {
    const held = await auth.holding(ids);
    return new Set(
      ids.filter((id) => {
        const session = held.get(id);
        return session === undefined || !may(session);
      }),
    );
  };
}

/**
 * Good for reads and a cancel; starting something takes a key.
 * @throws BadRequest 403 for a foreign cancel
 */
export async function signInSessionFor(
  auth: Pick<Auth, "read" | "keys">,
  request: IncomingMessage,
): Promise<SignInSession | null> {
  const { method = "GET", headers } = request;
  const reads = method === "GET" || method === "HEAD";
  if (!reads && method !== "DELETE") return null;
  if (reads && provenance(request) === "foreign" && headers["sec-fetch-mode"] !== "navigate") return null;
  const session = await signInSessionOf(auth, request);
  if (session !== null && !reads) await checkProvenance(auth, request);
  return session;
}

/**
 * Changes with cookies need a page of ours or the CSRF token.
 * @throws BadRequest 403
 */
export async function checkProvenance({ keys }: Pick<Auth, "keys">, request: IncomingMessage): Promise<void> {
  const from = provenance(request);
  if (from === "same") return;
  if (from === "foreign") throw new BadRequest(403, "cross-site requests are not allowed");
  const { cookie, "x-csrf-token": given } = request.headers;
  if (cookie === undefined || (await csrfHolds(keys, cookie, typeof given === "string" ? given : null))) return;
  throw new BadRequest(403, "send the header x-csrf-token, from /api/auth/csrf");
}
