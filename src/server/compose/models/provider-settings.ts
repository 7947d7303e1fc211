import type { Settings } from "#src/core/config/config.ts";
import type { ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import type { ProviderSettings } from "#src/debate/reasoners/llm/providers.ts";

/** A provider's address, and the key for it. */
export function providerSettings(provider: ProviderName, baseUrl: string | null, { keys }: Settings): ProviderSettings {
  const apiKey = keys.models[provider];
  return {
    ...(baseUrl !== null && { baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
    ...(provider === "bedrock" && {
      ...(keys.awsRegion !== null && { region: keys.awsRegion }),
      ...(keys.awsAccessKeyId !== null && { accessKeyId: keys.awsAccessKeyId }),
      ...(keys.awsSecretAccessKey !== null && { secretAccessKey: keys.awsSecretAccessKey }),
    }),
  };
}
