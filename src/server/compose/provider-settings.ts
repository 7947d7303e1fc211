import { modelServer } from "#src/core/model-servers.ts";
import type { Settings } from "#src/core/config.ts";
import type { ProviderName } from "#src/debate/reasoners/llm/provider-names.ts";
import type { ProviderSettings } from "#src/debate/reasoners/llm/providers.ts";

/** A provider's address, and the key for it. */
export function providerSettings(provider: ProviderName, baseUrl: string | null, { keys }: Settings): ProviderSettings {
  const address = baseUrl === null ? {} : { baseUrl };
  const keyed = (apiKey: string | null): ProviderSettings => ({ ...address, ...(apiKey !== null && { apiKey }) });
  switch (provider) {
    case "azure":
      return { ...keyed(keys.azure), ...(keys.azureResource !== null && { resourceName: keys.azureResource }) };
    case "bedrock":
      return {
        ...keyed(keys.bedrock),
        ...(keys.awsRegion !== null && { region: keys.awsRegion }),
        ...(keys.awsAccessKeyId !== null && { accessKeyId: keys.awsAccessKeyId }),
        ...(keys.awsSecretAccessKey !== null && { secretAccessKey: keys.awsSecretAccessKey }),
        ...(keys.awsSessionToken !== null && { sessionToken: keys.awsSessionToken }),
      };
    case "ollama":
      return address;
    case "openai-compatible":
      return keyed(keys.openaiCompatible);
    case "openai":
    case "anthropic":
    case "google":
    case "xai":
    case "deepseek":
    case "mistral":
    case "groq":
    case "openrouter":
      return keyed(keys[provider]);
    default: {
      const variable = modelServer(provider)?.key ?? null;
      return keyed(variable === null ? null : (keys.servers[variable] ?? null));
    }
  }
}
