/** Who argues, as it stands in a run's header: enough to build the same reasoner again, and no key. */
export interface ReasonerChoice {
  readonly provider: string;
  /** `null`: the provider's default. */
  readonly deep: string | null;
  readonly quick: string | null;
  readonly baseUrl: string | null;
}

/** Where data comes from: archives by folder, then the online chain if `online`. */
export interface DataChoice {
  readonly archives: readonly string[];
  readonly online: boolean;
}
