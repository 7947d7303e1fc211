import { InvalidInput } from "../errors.ts";
import { isLoopbackName } from "./exposure.ts";
import { constants } from "../config/variables.ts";

/** What listens everywhere answers on loopback. */
export function addressOf(host: string, port: number): string {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** PUBLIC_URL, else this machine by name: passkeys take no IP address. */
export function publicAddress({
  publicUrl,
  host,
  port,
}: {
  readonly publicUrl: string | null;
  readonly host: string;
  readonly port: number;
}): string {
  if (publicUrl !== null) return publicUrl;
  return isLoopbackName(host) || host === "0.0.0.0" || host === "::"
    ? `http://localhost:${port}`
    : addressOf(host, port);
}

/** Where a role tells how it is, and pages are rendered: for its own machine, or for a network of the operator's. */
export interface Inner {
  readonly host: string;
  readonly port: number;
}

/**
 * `[HOST:]PORT`, as a role's `--internal` has it.
 * @throws InvalidInput
 */
export function readInner(text: string | undefined, usualPort: number): Inner {
  if (text === undefined) return { host: constants.internalHost, port: usualPort };
  const [, host = constants.internalHost, digits = ""] = /^(?:\[?([^\s\]]+?)\]?:)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535)
    throw new InvalidInput("--internal: must be a port, or an address such as 0.0.0.0:3001");
  return { host, port };
}
