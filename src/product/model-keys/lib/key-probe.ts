import { providerLabels, type CustomerProvider, type KeyVerdict } from "#src/contract/jobs/model-keys.ts";

/** Asks a provider about a key, at no cost. Never throws. */
export type KeyProbe = (provider: CustomerProvider, key: string) => Promise<KeyVerdict>;

/** What is said of a key that was not accepted. */
export function verdictText(provider: CustomerProvider, verdict: Exclude<KeyVerdict, { kind: "accepted" }>): string {
  const name = providerLabels[provider];
  return verdict.kind === "refused"
    ? `${name} refused the key (${verdict.reason}); check that you copied all of it and that it may list models`
    : `the key could not be checked with ${name} (${verdict.reason}); try again later`;
}
