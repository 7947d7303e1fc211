import { placeOf } from "#src/db/queries/sealed-columns.ts";
import type { Database } from "#src/db/database.ts";
import { InvalidField } from "#src/platform/errors.ts";
import type { Sealed } from "#src/platform/vault.ts";
import { destinationOf } from "../../channels/lib/destination.ts";
import type { Context } from "../../context.ts";
import { refuseHiddenHost } from "../../webhooks/lib/refuse-private-hosts.ts";
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
