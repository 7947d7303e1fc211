import type { AccountChange } from "#src/contract/messages/mails.ts";

/**
 * Ways into an account, and what its owner is mailed (`null`: otherwise or not). Each asks for a fresh sign-in
 * (docs/adr/0024).
 */
export const waysIn = {
  api_key: "api_key_added",
  app: "app_connected",
  endpoint: "endpoint_added",
  endpoint_address: null,
  endpoint_secret: null,
  alert_webhook: "webhook_changed",
  channel: "channel_added",
  calendar: "calendar_added",
  data: "data_exported",
  passkey: "passkey_added",
  provider: "provider_linked",
  second_factor: "two_factor_on",
  address: null,
  sessions: "access_revoked",
  deletion: null,
} as const satisfies Readonly<Record<string, AccountChange | null>>;
export type WayIn = keyof typeof waysIn;
