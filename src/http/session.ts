import type { IncomingMessage } from "node:http";
import type { HeldSession } from "#src/db/queries/sessions.ts";
import type { Auth } from "#src/services/accounts/auth.ts";
import { csrfHolds } from "#src/services/accounts/csrf.ts";
import { sessionToken } from "#src/services/accounts/read-session.ts";
import { BadRequest } from "./problems.ts";
import { provenance } from "./same-origin.ts";
import type { CredentialCheck, Follower } from "./stream-limits.ts";

/** Who is signed in, by the request's cookie; `null` for nobody. For reads, and for what `checkProvenance` let through. */
export async function sessionOf(auth: Pick<Auth, "read">, { headers }: IncomingMessage): Promise<HeldSession | null> {
  return headers.cookie === undefined ? null : auth.read(headers.cookie);
}

/** Looks again at the sessions that streams were opened with. One for all streams that ask the same of a session. */
export function sessionCheck(
  auth: Pick<Auth, "holding">,
  may: (session: HeldSession) => boolean = () => true,
): CredentialCheck {
  return async (tokens) => {
    const held = await auth.holding(tokens);
    return new Set(
      tokens.filter((token) => {
        const session = held.get(token);
        return session === undefined || !may(session);
      }),
    );
  };
}

/** What a request's session is looked at by while its answer lasts. */
export function sessionCredential(
  { keys }: Pick<Auth, "keys">,
  { headers }: IncomingMessage,
  ended: CredentialCheck,
): Pick<Follower, "credential" | "ended"> {
  return { credential: sessionToken(keys, headers.cookie) ?? "", ended };
}

/**
 * The session that a request under /v1 is made with. It is good for reads and for a cancel, which is what the pages
 * need while they show a run; whatever starts something takes a key. A foreign page gets nothing with it: it may lead
 * here, and may not read or change.
 * @throws BadRequest 403 for a cancel that no page of ours sends
 */
export async function sessionFor(
  auth: Pick<Auth, "read" | "keys">,
  request: IncomingMessage,
): Promise<HeldSession | null> {
  const { method = "GET", headers } = request;
  const reads = method === "GET" || method === "HEAD";
  if (!reads && method !== "DELETE") return null;
  if (reads && provenance(request) === "foreign" && headers["sec-fetch-mode"] !== "navigate") return null;
  const session = await sessionOf(auth, request);
  if (session !== null && !reads) checkProvenance(auth, request);
  return session;
}

/**
 * Lets a request with cookies change something only when a page of ours sends it, or it brings the CSRF token of its
 * session; one without cookies has nothing that a foreign page could use.
 * @throws BadRequest 403
 */
export function checkProvenance({ keys }: Pick<Auth, "keys">, request: IncomingMessage): void {
  const from = provenance(request);
  if (from === "same") return;
  if (from === "foreign") throw new BadRequest(403, "the request comes from another site");
  const { cookie, "x-csrf-token": given } = request.headers;
  if (cookie === undefined || csrfHolds(keys, cookie, typeof given === "string" ? given : null)) return;
  throw new BadRequest(403, "send the header x-csrf-token, from /api/auth/csrf");
}
