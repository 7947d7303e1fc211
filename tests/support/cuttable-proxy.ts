import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A way to a TCP server that can be cut like a cable, and put together again. */
export interface CuttableProxy {
  readonly port: number;
  /** Breaks what is connected, and refuses what comes. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function cuttableProxy(target: { readonly host: string; readonly port: number }): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return void near.resetAndDestroy();
    const far = connect(target.port, target.host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: portOf(server.address()),
    cut() {
      whole = false;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      whole = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return address.port;
}
