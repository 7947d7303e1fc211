import { oauthProvider } from "@better-auth/oauth-provider";
import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import { z } from "zod";
import { mcpPaths } from "#src/contract/api/mcp-routes.ts";
import { consentPage, oauthScopes, tokenPrefixes } from "#src/contract/accounts/credentials.ts";
import { authOptions, type AuthTools } from "../public/auth-options.ts";

const hour = 60 * 60;
const day = 24 * hour;

/** By its form: its type and Better Auth's differ. */
const Plugin = z.custom<BetterAuthPlugin>((value) => z.looseObject({ id: z.string() }).safeParse(value).success);

/**
 * With the OAuth 2.1 server, for the paths of src/server/http/api/oauth.ts. Tokens are opaque, so that revoked ones end at
 * once.
 */
export function oauthOptions(origin: string, tools: AuthTools) {
  const options = authOptions(origin, tools);
  return {
    ...options,
    onAPIError: { ...options.onAPIError, errorURL: `${origin}${consentPage}` },
    plugins: [
      ...options.plugins,
      Plugin.parse(
        oauthProvider({
          loginPage: "/sign-in",
          consentPage,
          scopes: [...oauthScopes],
          resources: [`${origin}${mcpPaths.server}`],
          enforcePerClientResources: false,
          disableJwtPlugin: true,
          allowDynamicClientRegistration: true,
          // Registering opens nothing: a signed-in user has to agree.
          allowUnauthenticatedClientRegistration: true,
          grantTypes: ["authorization_code", "refresh_token"],
          accessTokenExpiresIn: hour,
          refreshTokenExpiresIn: 30 * day,
          // An answer that was lost on the way is fetched again.
          refreshTokenReuseInterval: 30,
          prefix: { opaqueAccessToken: tokenPrefixes.access, refreshToken: tokenPrefixes.refresh },
          schema: oauthColumns,
        }),
      ),
    ],
  } satisfies BetterAuthOptions;
}

const times = { createdAt: "created_at", updatedAt: "updated_at" } as const;
const policy = { requestedUserInfoClaims: "requested_user_info_claims", referenceId: "reference_id" } as const;
const token = {
  ...policy,
  clientId: "client_id",
  sessionId: "session_id",
  userId: "user_id",
  authorizationCodeId: "authorization_code_id",
  expiresAt: "expires_at",
  createdAt: "created_at",
} as const;

const oauthColumns = {
  oauthClient: {
    modelName: "oauth_clients",
    fields: {
      ...times,
      clientId: "client_id",
      clientSecret: "client_secret",
      clientDiscoveryId: "client_discovery_id",
      skipConsent: "skip_consent",
      enableEndSession: "enable_end_session",
      subjectType: "subject_type",
      clientCredentialsScopes: "client_credentials_scopes",
      userId: "user_id",
      softwareId: "software_id",
      softwareVersion: "software_version",
      softwareStatement: "software_statement",
      redirectUris: "redirect_uris",
      postLogoutRedirectUris: "post_logout_redirect_uris",
      backchannelLogoutUri: "backchannel_logout_uri",
      backchannelLogoutSessionRequired: "backchannel_logout_session_required",
      tokenEndpointAuthMethod: "token_endpoint_auth_method",
      applicationType: "application_type",
      jwksUri: "jwks_uri",
      grantTypes: "grant_types",
      responseTypes: "response_types",
      requirePKCE: "require_pkce",
      dpopBoundAccessTokens: "dpop_bound_access_tokens",
      referenceId: "reference_id",
    },
  },
  oauthResource: {
    modelName: "oauth_resources",
    fields: {
      ...times,
      accessTokenTtl: "access_token_ttl",
      refreshTokenTtl: "refresh_token_ttl",
      signingAlgorithm: "signing_algorithm",
      signingKeyId: "signing_key_id",
      allowedScopes: "allowed_scopes",
      customClaims: "custom_claims",
      dpopBoundAccessTokensRequired: "dpop_bound_access_tokens_required",
      policyVersion: "policy_version",
    },
  },
  oauthClientResource: {
    modelName: "oauth_client_resources",
    fields: { clientId: "client_id", resourceId: "resource_id", createdAt: "created_at" },
  },
  oauthRefreshToken: {
    modelName: "oauth_refresh_tokens",
    fields: {
      ...token,
      rotatedAt: "rotated_at",
      rotationReplayResponse: "rotation_replay_response",
      rotationReplayExpiresAt: "rotation_replay_expires_at",
      authTime: "auth_time",
    },
  },
  oauthAccessToken: { modelName: "oauth_access_tokens", fields: { ...token, refreshId: "refresh_id" } },
  oauthConsent: {
    modelName: "oauth_consents",
    fields: { ...times, ...policy, clientId: "client_id", userId: "user_id" },
  },
  oauthClientAssertion: { modelName: "oauth_client_assertions", fields: { expiresAt: "expires_at" } },
} as const;
