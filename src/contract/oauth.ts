import { Scope } from "./plans.ts";

/** Lets an app ask for new access tokens until it is disconnected, and is shown to nobody as a permission. */
export const offlineAccess = "offline_access";

/** What apps may ask for: the scopes of API keys, and to stay connected. */
export const oauthScopes: readonly string[] = [...Scope.options, offlineAccess];

/** How tokens begin, by which they are told from API keys, and secret scanners know them. */
export const tokenPrefixes = { access: "conclave_at_", refresh: "conclave_rt_" } as const;

/** The page on which somebody lets an app in. */
export const consentPage = "/connect";
