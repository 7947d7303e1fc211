import type { IncomingMessage } from "node:http";
import type { SignInSession } from "#src/db/queries/sign-in-sessions.ts";
import type { Auth } from "#src/services/accounts/lib/auth.ts";
import { csrfHolds } from "#src/services/accounts/lib/csrf.ts";
import { BadRequest } from "./problems.ts";
import { provenance } from "./same-origin.ts";
import type { CredentialCheck } from "./stream-limits.ts";

const readOf = new WeakMap<IncomingMessage, Promise<SignInSession | null>>();

/**
 * Who is signed in, by the request's cookie; `null` for nobody. For reads, and for what `checkProvenance` let through.
 * Read once for a request: whatever counts, tells and answers in it speaks of the same session.
 */
export function signInSessionOf(auth: Pick<Auth, "read">, request: IncomingMessage): Promise<SignInSession | null> {
  const { cookie } = request.headers;
  const known = readOf.get(request);
  if (known !== undefined) return known;
  const read = cookie === undefined ? Promise.resolve(null) : auth.read(cookie);
  readOf.set(request, read);
  return read;
}

/** Looks again at the sessions that streams were opened with. One for all streams that ask the same of a session. */
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
 * The session that a request under /v1 is made with. It is good for reads and for a cancel, which is what the pages
 * need while they show a run; whatever starts something takes a key. A foreign page gets nothing with it: it may lead
 * here, and may not read or change.
 * @throws BadRequest 403 for a cancel that no page of ours sends
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
 * Lets a request with cookies change something only when a page of ours sends it, or it brings the CSRF token of its
 * session; one without cookies has nothing that a foreign page could use.
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
