import { vi } from "vitest";
import { z } from "zod";
import { startVendorServer } from "./vendor-server.ts";
import type { Browser, Seen } from "./browser.ts";

export interface ProviderAccount {
  readonly id: number;
  readonly login: string;
  readonly email: string;
}

export interface ProviderServer {
  /** Who is signed in there. */
  account: ProviderAccount;
  /** Goes where `path` leads with `body`, says yes there and comes back. @returns the answer to the way back */
  through(browser: Browser, path: string, body: object): Promise<Seen>;
  close(): Promise<void>;
}

/** GitHub as Better Auth meets it, on this machine: its three addresses, over HTTP. Names are looked up here instead. */
export async function startProvider(account: ProviderAccount): Promise<ProviderServer> {
  const server = await startVendorServer({
    "/login/oauth/access_token": () => ({
      body: { access_token: "gho_of_a_test", scope: "read:user,user:email", token_type: "bearer" },
    }),
    "/user": () => ({ body: { ...provider.account, name: provider.account.login, avatar_url: "" } }),
    "/user/emails": () => ({ body: [{ email: provider.account.email, primary: true, verified: true }] }),
  });
  const { fetch } = globalThis;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.hostname !== "github.com" && url.hostname !== "api.github.com") return fetch(input, init);
    return fetch(`${server.url}${url.pathname}`, init);
  });
  const provider: ProviderServer = {
    account,
    async through(browser, path, body) {
      const { url } = z.object({ url: z.string() }).parse((await browser.post(path, body)).body);
      const asked = new URL(url);
      const back = new URL(asked.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", "a-code");
      back.searchParams.set("state", asked.searchParams.get("state") ?? "");
      return browser.get(back.href);
    },
    async close() {
      spy.mockRestore();
      await server.close();
    },
  };
  return provider;
}
