import { CustomerProvider, type OwnModel } from "#src/contract/model-keys.ts";

/** What was chosen in a form that comes back; `null`: the service's models. */
export function ownAsked(typed: (name: string) => string | undefined): OwnModel | null {
  const provider = CustomerProvider.safeParse(typed("own_provider")).data;
  if (provider === undefined) return null;
  return {
    llm_provider: provider,
    deep_think_llm: typed("own_deep") ?? null,
    quick_think_llm: typed("own_quick") ?? null,
  };
}
