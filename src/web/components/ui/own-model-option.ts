import type { CustomerProvider } from "#src/contract/model-keys.ts";

/** A provider that somebody has a key of. */
export interface OwnModelOption {
  readonly provider: CustomerProvider;
  readonly label: string;
  /** The provider's default models; `null`: it has none, so one must be named. */
  readonly models: { readonly deep: string; readonly quick: string } | null;
}
