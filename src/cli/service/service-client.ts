import { Conclave } from "#client";
import { InvalidInput } from "#src/core/errors.ts";
import type { Cli } from "../cli.ts";

export interface ServiceFlags {
  readonly url?: string;
  readonly key?: string;
}

/** @throws InvalidInput */
export function clientOf(cli: Cli, flags: ServiceFlags): Conclave {
  const baseUrl = addressOf(cli, flags);
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new InvalidInput(`--url: must be an address such as http://127.0.0.1:3000, not "${baseUrl}"`);
  const apiKey = flags.key ?? cli.settings.keys.conclave;
  if (apiKey !== null && !/^[\x21-\x7e]+$/.test(apiKey.trim()))
    throw new InvalidInput(
      `${flags.key === undefined ? "CONCLAVE_API_KEY" : "--key"}: is not an API key; copy the whole of it, from the page API keys`,
    );
  // Whoever waits here retries themselves.
  return new Conclave({ baseUrl, apiKey, maxRetries: 0 });
}

/** As given, else where `conclave up` serves here. */
export function addressOf({ settings }: Cli, { url }: ServiceFlags): string {
  return url ?? settings.serviceUrl ?? `http://127.0.0.1:${settings.service.port}`;
}
