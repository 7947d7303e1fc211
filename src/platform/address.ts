import { isLoopbackName } from "./exposure.ts";

/** An address for this machine: what listens on every interface answers on the loopback one too. */
export function addressOf(host: string, port: number): string {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** The address for people: PUBLIC_URL, else this machine by its name, as passkeys take no IP address for one. */
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
