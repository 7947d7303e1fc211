import { join } from "node:path";
import { password } from "../visitor.ts";
import { said, somebody, web, type FormRow, type Guest, type FormSetup } from "./row.ts";

export function accountRows(setup: FormSetup): FormRow[] {
  const { ada } = setup;
  const own = (path: string, values: Guest["values"], more: Partial<Guest> = {}): Promise<Guest> =>
    Promise.resolve({ browser: ada, path, values, ...more });
  return [
    {
      name: "change the password",
      file: `${web}account/security-forms.tsx`,
      button: "Change password",
      typed: ["Current password", "New password"],
      sentTo: "/api/auth/change-password",
      guest: async (round) => ({
        browser: await somebody(setup, `changes.${round}@example.org`, true),
        path: "/settings/security",
        values: { "Current password": password, "New password": `another ${password}` },
      }),
      worked: said("Password changed"),
    },
    {
      name: "change the address",
      file: `${web}account/profile-forms.tsx`,
      button: "Change email address",
      typed: ["New email address"],
      sentTo: "/api/auth/change-email",
      guest: async (round) => ({
        browser: await somebody(setup, `moves.${round}@example.org`, true),
        path: "/settings",
        values: { "New email address": `moved.${round}@example.org` },
      }),
      worked: (page, { values }) => page.getByText(`Change pending: ${values["New email address"]}`).waitFor(),
    },
    {
      name: "name",
      file: "web/app/(app)/settings/page.tsx",
      button: /^Save$/,
      typed: ["Name"],
      guest: (round) => own("/settings", { Name: `Ada the ${round} one` }),
      worked: said("Name saved"),
    },
    {
      name: "picture",
      file: `${web}account/profile-forms.tsx`,
      button: /Save picture/,
      typed: [],
      waits: "while it comes",
      files: { Picture: join(import.meta.dirname, "../../../src/web/app/apple-icon.png") },
      guest: () => own("/settings", {}),
      worked: (page) => page.getByRole("button", { name: "Remove picture" }).waitFor(),
      noticed: (page) => page.getByAltText("Selected picture").waitFor(),
    },
    {
      name: "notifications",
      file: "web/app/(app)/settings/notifications/page.tsx",
      button: "Save email settings",
      typed: [],
      ticked: ["Analysis finished"],
      guest: () => own("/settings/notifications", {}),
      worked: said(/^Saved$/),
    },
    {
      name: "new key",
      file: `${web}account/api-keys.tsx`,
      button: "Create key",
      typed: ["Name"],
      guest: (round) =>
        own(
          "/keys",
          { Name: `key ${round}` },
          { count: { sql: "select count(*) as n from api_keys where label = $1", values: [`key ${round}`] } },
        ),
      worked: (page, { values }) => page.getByText(`Copy the key “${values["Name"]}” now`).waitFor(),
    },
    {
      name: "model key",
      file: `${web}account/model-keys.tsx`,
      button: "Save key",
      typed: ["Key"],
      guest: (round) => own("/settings/models", { Key: `sk-typed-0123456789-${round.replaceAll(/\W/g, "-")}` }),
      worked: said("OpenAI key saved"),
    },
    {
      name: "new passkey",
      file: `${web}account/sign-in-methods.tsx`,
      button: "Add passkey",
      typed: ["Passkey name"],
      waits: "always",
      guest: (round) => own("/settings/security", { "Passkey name": `device ${round}` }),
      worked: () => Promise.reject(new Error("it waits")),
    },
    {
      name: "alerts",
      file: "web/app/(app)/settings/notifications/page.tsx",
      button: "Save alerts",
      typed: ["Only these symbols"],
      ticked: ["Email"],
      guest: () => own("/settings/notifications", { "Only these symbols": "DEMO" }, { open: ["DEMO"] }),
      worked: said(/^Saved$/),
    },
  ];
}
