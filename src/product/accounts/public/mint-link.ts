import type { AuthTools } from "./auth-options.ts";
import { authHandler } from "./auth.ts";

export interface WantedLink {
  readonly kind: "verify" | "reset" | "magic_link";
  readonly email: string;
  readonly origin: string;
  /** Where it goes on to, a path of this site. */
  readonly next: string | null;
}

/**
 * Made by Better Auth as if asked for.
 * @returns `null` for an unknown or confirmed address
 */
export async function mintLink(
  { db, log, settings }: Pick<AuthTools, "db" | "log" | "settings">,
  { kind, email, origin, next }: WantedLink,
): Promise<string | null> {
  let made: string | null = null;
  const nothing = async (): Promise<void> => {};
  const handle = authHandler(origin, {
    db,
    log,
    settings,
    joined: nothing,
    passwordReset: nothing,
    linked: nothing,
    link: (url) => void (made = url),
  });
  const { path, body } = asked(kind, email, next);
  const answer = await handle(
    new Request(`${origin}/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify(body),
    }),
  );
  if (!answer.ok) throw new Error(`a link for ${kind} could not be made: ${answer.status} ${await answer.text()}`);
  return made;
}

function asked(kind: WantedLink["kind"], email: string, next: string | null): { path: string; body: object } {
  switch (kind) {
    case "verify":
      return { path: "/send-verification-email", body: { email, callbackURL: next ?? "/dashboard" } };
    case "reset":
      return { path: "/request-password-reset", body: { email, redirectTo: next ?? "/reset" } };
    case "magic_link":
      return {
        path: "/sign-in/magic-link",
        body: { email, callbackURL: next ?? "/dashboard", errorCallbackURL: "/sign-in" },
      };
  }
}
