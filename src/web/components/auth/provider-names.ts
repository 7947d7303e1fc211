export const providerNames = { github: "GitHub", google: "Google" } as const;
export type Provider = keyof typeof providerNames;

/** As it calls itself; a provider that is no longer offered by its id. */
export function providerName(id: string): string {
  return id === "github" || id === "google" ? providerNames[id] : id;
}
