/** What a service has on a symbol. */
export type Coverage =
  /** Its archives have it. Sessions are `YYYY-MM-DD`; `null` without prices. */
  | {
      readonly status: "held";
      readonly name: string;
      readonly from: string | null;
      readonly to: string | null;
      readonly synthetic: boolean;
    }
  /** All its sources have lists, and it is in none. */
  | { readonly status: "absent" }
  /** An online source knew it when it was saved in a list. */
  | { readonly status: "found"; readonly name: string }
  /** Online sources are asked when it is run. */
  | { readonly status: "unchecked" };

export interface ListedInstrument {
  readonly symbol: string;
  readonly name: string;
  readonly assetType: "stock" | "crypto" | "index";
  readonly currency: string;
  readonly exchange: string;
  readonly synthetic: boolean;
  /** The archive's name. */
  readonly archive: string;
  /** First and last session, `YYYY-MM-DD`; `null` without prices. */
  readonly from: string | null;
  readonly to: string | null;
}
