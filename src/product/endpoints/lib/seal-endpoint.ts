import { placeOf } from "#src/core/db/sealed-columns.ts";
import type { Database } from "#src/core/db/database.ts";
import { InvalidField } from "#src/core/errors.ts";
import type { Sealed } from "#src/core/vault.ts";
import { destinationOf } from "#src/product/channels/public/destination.ts";
import type { Context } from "#src/product/context.ts";
import { refuseHiddenHost } from "#src/product/webhooks/public/refuse-private-hosts.ts";
import type { EndpointTarget } from "./own-endpoint.ts";

interface SealedEndpoint {
  readonly target: Sealed;
  readonly hint: string;
  readonly destination: string;
}

/** As far as can be said without asking for it (ADR 20). @throws InvalidField */
export function checkUrl(url: string, settings: Context["settings"]): void {
  refuseHiddenHost("url", url, settings);
  const { username, password } = new URL(url);
  if (username !== "" || password !== "")
    throw new InvalidField("url", null, "must not contain a user name or password");
}

export function sealEndpoint({ vault }: Pick<Database, "vault">, id: string, target: EndpointTarget): SealedEndpoint {
  return {
    target: vault.seal(JSON.stringify(target), placeOf("channels.sealed_target", id)),
    hint: new URL(target.url).host,
    destination: destinationOf(target),
  };
}
