import type { Settings } from "#src/core/config/config.ts";
import { isConclaveError } from "#src/core/errors.ts";
import { ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import { addressOf } from "#src/debate/reasoners/llm/providers.ts";
import { chooseReasoner, noWish } from "./choose-reasoner.ts";

/** Where the models are asked; nowhere for the rules. */
export async function modelAddresses(settings: Settings): Promise<(readonly [name: string, url: string])[]> {
  const choice = await chooseReasoner(noWish, settings).catch((error: unknown) => {
    if (isConclaveError(error)) return null;
    throw error;
  });
  if (choice === null || choice.provider === "rules") return [];
  const { provider, baseUrl, deepProvider, deepBaseUrl } = choice;
  return [
    ...addressedAs(provider, baseUrl, settings),
    ...(deepProvider === undefined ? [] : addressedAs(deepProvider, deepBaseUrl ?? null, settings)),
  ];
}

function addressedAs(name: string, baseUrl: string | null, { keys }: Settings): (readonly [string, string])[] {
  const provider = ProviderName.safeParse(name).data;
  const own: Readonly<Record<string, string>> = {
    bedrock: `https://bedrock-runtime.${keys.awsRegion ?? "REGION"}.amazonaws.com`,
  };
  const address =
    provider === undefined ? null : (addressOf(provider, baseUrl === null ? {} : { baseUrl }) ?? own[name]);
  return address == null ? [] : [[name, address]];
}
