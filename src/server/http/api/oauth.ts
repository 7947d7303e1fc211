import { z, ZodError } from "zod";
import { AuthorizationMetadata, mcpPaths } from "#src/contract/api/mcp-routes.ts";
import { consentPage, offlineAccess } from "#src/contract/accounts/credentials.ts";
import { isStorable } from "#src/contract/text.ts";
import { addressHeader } from "#src/product/accounts/public/auth-options.ts";
import { RateLimited } from "#src/core/errors.ts";
import { networkOf } from "#src/product/accounts/public/sign-in-limits.ts";
import { answerJson, type RequestContext } from "../answers.ts";
import { clientAddress } from "../protection/forwarded.ts";
import type { Handlers } from "../mount.ts";
import { BadRequest, toProblem } from "../problems.ts";
import { readBytes, readJson } from "../bodies/read-body.ts";
import { signInSessionOf } from "../protection/authenticate.ts";
import type { AuthCall, AuthTools } from "./auth-paths.ts";
import { forwardedHostOf, forwardToAuth } from "./forward-to-auth.ts";

/* What apps ask of the authorization server; Better Auth does the rest. */

/** Where there is an authorization server: where people can sign in. */
export function authorizationServerOf(c: RequestContext, { auth }: Pick<AuthTools, "auth">): string | null {
  const origin = auth.originOf(forwardedHostOf(c));
  return origin === null ? null : `${origin}/api/auth`;
}

/** Metadata (RFC 8414), also where clients of 2025-03-26 look. */
export const oauthHandlers = ({ auth }: AuthTools) => {
  async function answerMetadata({ c }: { readonly c: RequestContext }): Promise<Response> {
    const origin = auth.originOf(forwardedHostOf(c));
    if (origin === null) throw new BadRequest(404, "to connect apps at this address, set PUBLIC_URL on the server");
    const asked = new Request(`${origin}${mcpPaths.authorizationOfIssuer}`, {
      headers: { accept: "application/json" },
    });
    const known: unknown = await (await auth.handleOAuth(origin, asked)).json();
    // Only what is served here: no secrets, no introspection.
    const served = { ...z.looseObject({}).parse(known), token_endpoint_auth_methods_supported: ["none"] };
    return answerJson(200, AuthorizationMetadata.parse(served), { "cache-control": "no-cache" });
  }
  return {
    getAuthorizationMetadata: answerMetadata,
    getAuthorizationMetadataAtRoot: answerMetadata,
  } satisfies Partial<Handlers>;
};

/** To sign in, to the page that asks, or back to the app. */
export async function answerAuthorize(tools: AuthTools, call: AuthCall): Promise<Response> {
  const { c } = call;
  const query = new URL(c.req.url).searchParams;
  if ((await signInSessionOf(tools.auth, c.env.incoming)) === null)
    return leadTo(`/sign-in?next=${encodeURIComponent(`${consentPage}?${query.toString()}`)}`);
  const scope = query.get("scope");
  // Consent ends on a page of ours, not after an hour.
  if (scope !== null && !scope.split(" ").includes(offlineAccess)) query.set("scope", `${scope} ${offlineAccess}`);
  const answer = await forwardToAuth(tools, call, `?${query.toString()}`);
  const led = z.object({ url: z.string() }).safeParse(await answer.json().catch(() => null));
  return leadTo(led.success ? led.data.url : `${consentPage}?error=invalid_request`);
}

/**
 * Where the browser goes whose user has answered this request before: an answer counts once, and so neither undoes a
 * no nor brings back what was disconnected. Asked anew, the app gets a code while the user lets it in, as one who
 * pressed twice expects; else the page asks again.
 * @returns `null` the first time
 */
export async function repeatedConsent({ auth }: AuthTools, { c, origin, body }: AuthCall): Promise<Response | null> {
  const query = new URLSearchParams(String(body["oauth_query"]));
  const session = await signInSessionOf(auth, c.env.incoming);
  const signature = query.get("sig");
  // Better Auth refuses both.
  if (session === null || signature === null) return null;
  try {
    await auth.limits.take("consent", `${session.userId} ${signature}`);
    return null;
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error;
    for (const name of ["sig", "exp", "ba_iat", "ba_param"]) query.delete(name);
    return answerJson(200, { url: `${origin}/api/auth/oauth2/authorize?${query.toString()}` });
  }
}

function leadTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

/** By what the app brings, never by a cookie. */
export async function answerApp(
  c: RequestContext,
  { auth }: AuthTools,
  { template, rule }: Pick<AuthCall, "template" | "rule">,
): Promise<Response> {
  const registers = template === "/oauth2/register";
  try {
    const { incoming } = c.env;
    const origin = auth.originOf(forwardedHostOf(c));
    if (origin === null) throw new BadRequest(503, "to connect apps at this address, set PUBLIC_URL on the server");
    await auth.limits.take(rule.limit, networkOf(clientAddress(incoming)));
    const given = registers ? await readJson(incoming) : await readFields(c);
    if (!isStorable(given)) throw new BadRequest(400, "the request contains invalid characters");
    const body = rule.body.parse(given);
    const answer = await auth.handleOAuth(
      origin,
      new Request(`${origin}${c.req.path}`, {
        method: "POST",
        headers: {
          accept: "application/json",
          "content-type": registers ? "application/json" : formType,
          [addressHeader]: clientAddress(incoming),
        },
        body: registers ? JSON.stringify(body) : new URLSearchParams(fieldsOf(body)).toString(),
      }),
    );
    const said = Said.parse(await answer.json().catch(() => ({})));
    // A token that does not exist is revoked already (RFC 7009, 2.2).
    if (template === "/oauth2/revoke" && said.error !== undefined && !ofTheClient.includes(said.error))
      return answerJson(200, {});
    // `detail` is where every other answer of this service says why.
    return answerJson(answer.status, answer.ok ? said : { ...said, detail: said.error_description ?? said.message });
  } catch (error) {
    return refusal(error, registers ? "invalid_client_metadata" : "invalid_request");
  }
}

/** Errors of a request to revoke that do not speak of its token. */
const ofTheClient: readonly string[] = [
  "invalid_client",
  "unauthorized_client",
  "temporarily_unavailable",
  "server_error",
];
const Said = z.looseObject({
  error: z.string().optional(),
  error_description: z.string().optional(),
  message: z.string().optional(),
});
const formType = "application/x-www-form-urlencoded";

async function readFields({ env: { incoming } }: RequestContext): Promise<Record<string, string>> {
  const [type = ""] = (incoming.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== formType) throw new BadRequest(415, `the body must be ${formType}`);
  return Object.fromEntries(new URLSearchParams((await readBytes(incoming)).toString("utf8")));
}

function fieldsOf(body: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(body).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
}

/** As OAuth writes errors (RFC 6749, 5.2). */
function refusal(error: unknown, invalid: string): Response {
  const wrong = error instanceof ZodError ? error.issues[0] : undefined;
  if (wrong !== undefined) {
    const reason = `${wrong.path.join(".")}: ${wrong.message}`;
    return answerJson(400, { error: invalid, error_description: reason, detail: reason });
  }
  const { status, detail, headers, defect } = toProblem(error);
  if (defect) throw error;
  const description = typeof detail === "string" ? detail : "the body is invalid";
  const code = status >= 500 || status === 429 ? "temporarily_unavailable" : invalid;
  return answerJson(
    status === 422 ? 400 : status,
    { error: code, error_description: description, detail: description },
    headers,
  );
}
