import type { Settings } from "#src/core/config/config.ts";
import { exposureOf } from "#src/core/network/exposure.ts";
import { healthSecret, pagesSecret, type InternalAccess } from "#src/core/network/internal-server.ts";
import { authSecret } from "#src/product/accounts/public/auth-settings.ts";

/** The secrets by which the front door is known to the processes behind it. */
export function internalSecrets({ service, signIn, home }: Settings): {
  readonly pages: string;
  readonly health: string;
} {
  const secret = authSecret(signIn.secret, home);
  const { local } = exposureOf(service);
  return { pages: pagesSecret(secret, { local, publicUrl: service.publicUrl }), health: healthSecret(secret) };
}

/** Who may ask a process that listens there for its health. */
export function internalAccess(settings: Settings, host: string): InternalAccess {
  const { service, operator } = settings;
  const { admits } = exposureOf({ ...service, host });
  return { host, admits, health: internalSecrets(settings).health, metricsToken: operator.metricsToken };
}
