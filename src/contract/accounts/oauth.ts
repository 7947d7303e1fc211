import { Scope } from "./plans.ts";

/** Allows new access tokens; not shown as a permission. */
export const offlineAccess = "offline_access";

export const oauthScopes: readonly string[] = [...Scope.options, offlineAccess];

/** Tells tokens from API keys, also for secret scanners. */
export const tokenPrefixes = { access: "conclave_at_", refresh: "conclave_rt_" } as const;

/** The page on which a user authorises an app. */
export const consentPage = "/connect";
