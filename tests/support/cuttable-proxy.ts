import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A way to a TCP server that can be cut like a cable or stop carrying anything, and be put together again. */
export interface CuttableProxy {
  readonly port: number;
  /** Breaks what is connected, and refuses what comes. */
  cut(): void;
  /** Takes what comes and carries nothing, in neither direction, until it is mended: nobody is told. */
  hang(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function cuttableProxy(target: { readonly host: string; readonly port: number }): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let state: "whole" | "cut" | "hanging" = "whole";
  const server = createServer((near) => {
    if (state === "cut") return void near.resetAndDestroy();
    const far = connect(target.port, target.host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      // By hand and not with pipe, which would start a paused socket again.
      one.on("data", (bytes: Buffer) => {
        if (!other.write(bytes)) one.pause();
      });
      other.on("drain", () => {
        if (state !== "hanging") one.resume();
      });
      one.on("end", () => other.end());
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      if (state === "hanging") one.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: portOf(server.address()),
    cut() {
      state = "cut";
      for (const socket of sockets) socket.destroy();
    },
    hang() {
      state = "hanging";
      for (const socket of sockets) socket.pause();
    },
    mend() {
      state = "whole";
      for (const socket of sockets) socket.resume();
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
