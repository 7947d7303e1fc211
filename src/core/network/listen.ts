import type { Server } from "node:http";
import { InvalidInput } from "../errors.ts";

/** @throws InvalidInput when the port is taken or not allowed */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void =>
      reject(new InvalidInput(`cannot listen on port ${port} of ${host}: ${error.message}`));
    server.once("error", refuse).listen(port, host, () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

/** Where it listens; `null` while it does not. */
export function portOf(server: Server): number | null {
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? null) : null;
}
