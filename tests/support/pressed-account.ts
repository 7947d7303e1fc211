import { join } from "node:path";
import type { Pressed } from "./pressed-row.ts";
import { at, fresh, sql } from "./pressed-steps.ts";
import { password } from "./visitor.ts";

const root = join(import.meta.dirname, "../..");

/** Of settings and keys. */
export const pressedAccount: readonly Pressed[] = [
  {
    sends: "account.saveName",
    as: "ada",
    path: at("/settings"),
    typed: { Name: "Ada L." },
    button: "Save",
    done: "Name saved",
  },
  {
    sends: "account.uploadAvatar",
    as: "ada",
    path: at("/settings"),
    file: ["Picture", join(root, "src/web/app/apple-icon.png")],
    button: "Save picture",
    done: "Picture saved",
  },
  {
    sends: "account.clearAvatar",
    as: "ada",
    path: at("/settings"),
    button: "Remove picture",
    done: "Picture removed",
  },
  { sends: "account.saveNotifications", as: "ada", path: at("/settings/notifications"), button: "Save", done: "Saved" },
  {
    sends: "account.revokeSession",
    as: "grace",
    path: at("/settings/security"),
    open: [/^Sign out the session/],
    button: "Sign out session",
    done: "Session signed out",
  },
  {
    sends: "account.revokeOtherSessions",
    as: "grace",
    before: fresh,
    path: at("/settings/security"),
    open: ["Sign out everywhere else"],
    button: "Sign out everywhere else",
    done: /sessions? signed out/,
  },
  { sends: "account.exportAccount", as: "ada", path: at("/settings/data"), button: "Download my data" },
  {
    sends: "account.readWaysToConfirm",
    as: "grace",
    path: at("/keys"),
    before: sql("update sessions set created_at = created_at - interval '1 hour', confirmed_at = null"),
    typed: { Name: "late" },
    button: "Create key",
    knowsNoSession: true,
    says: /Confirm your identity, then try again/,
    done: "You signed in a while ago",
  },
  {
    sends: "auth.confirmPassword",
    as: "grace",
    path: at("/settings/security"),
    open: ["Sign out everywhere else", "Sign out everywhere else"],
    typed: { "Your password": password },
    button: "Confirm",
    done: /sessions? signed out/,
  },
  {
    sends: "keys.makeKey",
    as: "ada",
    before: fresh,
    path: at("/keys"),
    typed: { Name: "nightly" },
    button: "Create key",
    done: "Copy the key “nightly” now",
  },
  {
    sends: "keys.endKey",
    as: "ada",
    path: at("/keys"),
    open: [/^Revoke the key/],
    button: "Revoke key",
    done: "nightly revoked",
  },
  {
    sends: "connections.disconnectApp",
    as: "ada",
    path: at("/keys"),
    before: sql(
      `insert into oauth_clients (id, client_id, name, redirect_uris) values ('desk', 'desk', 'Desk', '[]');
       insert into oauth_consents (id, client_id, user_id, scopes, created_at)
         select 'desk', 'desk', id, '[]', now() from users where email like 'ada%'`,
    ),
    open: ["Disconnect Desk"],
    button: "Disconnect",
    done: "Desk disconnected",
  },
  {
    sends: "model-keys.keepModelKey",
    as: "ada",
    path: at("/settings/models"),
    typed: { Key: "sk-typed-0123456789abcdef" },
    button: "Save key",
    done: "OpenAI key saved",
  },
  {
    sends: "model-keys.setModelKey",
    as: "ada",
    path: at("/settings/models"),
    open: [/^Change settings of the OpenAI key/],
    typed: { "Monthly limit": "20" },
    button: "Save settings",
    done: "OpenAI settings saved",
  },
  {
    sends: "model-keys.testModelKey",
    as: "ada",
    path: at("/settings/models"),
    button: /^Check/,
    done: "The provider accepts this key",
  },
  {
    sends: "model-keys.endModelKey",
    as: "ada",
    path: at("/settings/models"),
    open: [/^Delete the OpenAI key/],
    button: "Delete key",
    done: "OpenAI key deleted",
  },
];
