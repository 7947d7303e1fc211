import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import type { Cli } from "../cli.ts";
import type { StepsFile } from "./steps-file.ts";

/** The reasoner that a kept run was made with. */
export function keptReasoner(cli: Cli, { reasoner: kept }: StepsFile["header"]): Promise<Reasoner> {
  const { provider, deep, quick, base_url: baseUrl, deep_base_url: deepBaseUrl } = kept;
  const { deep_llm_provider: deepProvider, reasoning_effort: effort, temperature } = kept;
  const { max_output_tokens: maxOutputTokens, max_retries: maxRetries } = kept;
  return cli.reasonerFor({
    provider,
    deep,
    quick,
    baseUrl,
    ...(deepProvider !== undefined && { deepProvider }),
    ...(deepBaseUrl !== undefined && { deepBaseUrl }),
    ...(effort !== undefined && { effort }),
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(maxRetries !== undefined && { maxRetries }),
  });
}
