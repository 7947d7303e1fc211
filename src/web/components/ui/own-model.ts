import { CustomerProvider, type OwnModel } from "#src/contract/jobs/model-keys.ts";

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

/** A provider that somebody has a key of. */
export interface OwnModelOption {
  readonly provider: CustomerProvider;
  readonly label: string;
  /** The provider's default models; `null`: it has none, so one must be named. */
  readonly models: { readonly deep: string; readonly quick: string } | null;
}
