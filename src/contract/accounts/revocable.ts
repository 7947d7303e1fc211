import { z } from "zod";

/** Each is revoked unless its owner keeps it. */
export const Revocable = z.enum(["sessions", "api_keys", "connections", "webhooks", "passkeys", "providers"]);
export type Revocable = z.infer<typeof Revocable>;

/** What the mail says was revoked: numbers, except for sessions. */
export const Revoked = z.object({
  sessions: z.enum(["all", "others", "kept"]),
  api_keys: z.int(),
  // Mails of before have none.
  connections: z.int().default(0),
  webhooks: z.int(),
  passkeys: z.int(),
  providers: z.int(),
});
export type Revoked = z.infer<typeof Revoked>;
