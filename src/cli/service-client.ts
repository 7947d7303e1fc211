import { createClient, type Client } from "#src/client/client.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import type { Cli } from "./cli.ts";

export interface ServiceFlags {
  readonly url?: string;
  readonly key?: string;
}

/** @throws InvalidInput */
export function clientOf(cli: Cli, flags: ServiceFlags): Client {
  const baseUrl = addressOf(cli, flags);
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new InvalidInput(`--url: must be an address such as http://127.0.0.1:3000, not "${baseUrl}"`);
  return createClient({ baseUrl, apiKey: flags.key ?? cli.settings.keys.conclave ?? undefined });
}

/** What was said, else where `conclave up` on this machine serves, by the settings it would have too. */
export function addressOf({ settings }: Cli, { url }: ServiceFlags): string {
  return url ?? settings.serviceUrl ?? `http://127.0.0.1:${settings.service.port}`;
}
