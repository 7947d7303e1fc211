import { headers } from "next/headers";
import { z } from "zod";
import { webContext } from "./context.ts";

const LinkedIdentity = z.object({ id: z.string(), providerId: z.string(), createdAt: z.coerce.date() });
export type LinkedIdentity = z.infer<typeof LinkedIdentity>;

const Passkey = z.object({
  id: z.string(),
  name: z.string().nullish(),
  deviceType: z.string(),
  backedUp: z.boolean(),
  createdAt: z.coerce.date().nullish(),
});
export type Passkey = z.infer<typeof Passkey>;

/** What Better Auth answers to the viewer, asked in this process. */
async function ask(path: string): Promise<unknown> {
  const { auth } = webContext();
  const asked = await headers();
  const origin = auth.originOf(asked.get("x-forwarded-host") ?? asked.get("host"));
  if (origin === null) throw new Error("this address does not belong to this site");
  const cookie = asked.get("cookie") ?? "";
  const answer = await auth.handle(origin, new Request(`${origin}/api/auth${path}`, { headers: { cookie, origin } }));
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

/** Providers that the viewer signs in with, and `credential` for a password. For a viewer who is signed in. */
export async function linkedIdentities(): Promise<LinkedIdentity[]> {
  return z.array(LinkedIdentity).parse(await ask("/list-accounts"));
}

/** The viewer's passkeys, oldest first. For a viewer who is signed in. */
export async function passkeysOfViewer(): Promise<Passkey[]> {
  const found = z.array(Passkey).parse(await ask("/passkey/list-user-passkeys"));
  return found.toSorted((a, b) => (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0));
}
