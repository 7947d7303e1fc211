import { isLoopbackName } from "./exposure.ts";

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
