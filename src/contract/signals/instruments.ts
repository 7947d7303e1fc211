/** What a service has on a symbol. */
export type Coverage =
  /** An archive has it. Sessions are `YYYY-MM-DD`; `null` without prices. */
  | {
      readonly status: "held";
      readonly name: string;
      readonly from: string | null;
      readonly to: string | null;
      readonly synthetic: boolean;
    }
  /** All its sources have lists, and none lists it. */
  | { readonly status: "absent" }
  /** An online source knew it when it was saved in a list. */
  | { readonly status: "found"; readonly name: string }
  /** Online sources are asked when the run starts. */
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
