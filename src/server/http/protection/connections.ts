import type { Server } from "node:http";
import type { Log } from "#src/core/operation/log.ts";
import { networkOf } from "#src/product/accounts/public/limits.ts";
import { plain, trustIn, type Surroundings } from "./forwarded.ts";

/** A browser holds six, and an office may share an address. */
const mostOfOneNetwork = 500;

/** Trusted proxies are exempt; IPv6 counts by /64. */
export function capConnections(
  server: Server,
  { trustedProxies, log }: Pick<Surroundings, "trustedProxies"> & { readonly log: Log },
): void {
  const trusts = trustIn(trustedProxies);
  const held = new Map<string, number>();
  /** Logged one by one until they have closed. */
  const told = new Set<string>();
  server.on("connection", (socket) => {
    const address = plain(socket.remoteAddress ?? "");
    if (trusts(address)) return;
    const network = networkOf(address);
    const count = (held.get(network) ?? 0) + 1;
    if (count > mostOfOneNetwork) {
      if (!told.has(network))
        log.warn(
          { client: address, most: mostOfOneNetwork },
          "too many connections; if they come through a proxy, add it to TRUSTED_PROXIES",
        );
      told.add(network);
      return void socket.destroy();
    }
    held.set(network, count);
    socket.once("close", () => {
      const left = (held.get(network) ?? 1) - 1;
      if (left > 0) return void held.set(network, left);
      held.delete(network);
      told.delete(network);
    });
  });
}
