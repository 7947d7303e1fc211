import type { Settings } from "#src/platform/config.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import type { AuthSettings, MailRoute } from "#src/services/accounts/auth-settings.ts";
import { secretsOf } from "./compose-vault.ts";

const loopback = /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

/** Nobody reaches the server but who is on its machine. What is for development alone is for such a server. */
export function isLoopbackOnly({ host, publicUrl, trustedProxies }: Settings["service"]): boolean {
  const named = publicUrl === null || loopback.test(new URL(publicUrl).hostname);
  return named && loopback.test(host) && trustedProxies.length === 0;
}

/**
 * SMTP where it is set up; else the mailbox for development, which everybody who reaches the server can read and is
 * therefore only for a server that nobody else reaches; else none (docs/adr/0015).
 * @throws InvalidInput for an SMTP_URL without MAIL_FROM
 */
export function mailRoute({ service, signIn }: Settings): MailRoute {
  if (signIn.smtpUrl !== null) {
    if (signIn.mailFrom === null) throw new InvalidInput("MAIL_FROM is needed with SMTP_URL");
    return { kind: "smtp", url: signIn.smtpUrl, from: signIn.mailFrom };
  }
  const open = service.publicUrl === null || loopback.test(new URL(service.publicUrl).hostname);
  return { kind: open && loopback.test(service.host) ? "dev" : "none" };
}

export function authSettings(settings: Settings): AuthSettings {
  const { service, signIn } = settings;
  return {
    publicUrl: service.publicUrl,
    ...secretsOf(settings),
    mail: mailRoute(settings).kind,
    github: signIn.github,
    google: signIn.google,
  };
}
