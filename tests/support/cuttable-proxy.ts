import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A way to a TCP server that can be cut like a cable or stop carrying anything, and be put together again. */
export interface CuttableProxy {
  readonly port: number;
  /** Breaks what is connected, and refuses what comes. */
  cut(): void;
  /** Takes what comes and carries nothing, in neither direction, until it is mended: nobody is told. */
  hang(): void;
  /** Carries everything so much later, in each direction. */
  slow(ms: number): void;
  mend(): void;
  /** Leads what comes from now on to another server, as an address that moves does; what is connected breaks. */
  lead(port: number): void;
  close(): Promise<void>;
}

export async function cuttableProxy(target: { readonly host: string; readonly port: number }): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let state: "whole" | "cut" | "hanging" = "whole";
  let { port: targetPort } = target;
  let lateMs = 0;
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    if (state === "cut") return void near.resetAndDestroy();
    const far = connect(targetPort, target.host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      const later = inOrder(() => lateMs);
      // By hand and not with pipe, which would start a paused socket again.
      one.on("data", (bytes: Buffer) =>
        later(() => {
          if (!other.destroyed && !other.write(bytes)) one.pause();
        }),
      );
      other.on("drain", () => {
        if (state !== "hanging") one.resume();
      });
      one.on("end", () => later(() => void other.end()));
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
      breakAll();
    },
    hang() {
      state = "hanging";
      for (const socket of sockets) socket.pause();
    },
    slow(ms) {
      lateMs = ms;
    },
    mend() {
      state = "whole";
      lateMs = 0;
      for (const socket of sockets) socket.resume();
    },
    lead(port) {
      targetPort = port;
      breakAll();
    },
    async close() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Runs each work so much later than it came, at once where that is nothing, and never before one that came earlier. */
function inOrder(lateMs: () => number): (work: () => void) => void {
  let waiting = 0;
  let before = Promise.resolve();
  return (work) => {
    if (lateMs() === 0 && waiting === 0) return work();
    const due = performance.now() + lateMs();
    waiting += 1;
    const carry = async (): Promise<void> => {
      await pause(Math.max(0, due - performance.now()));
      waiting -= 1;
      work();
    };
    before = before.then(carry);
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return address.port;
}
