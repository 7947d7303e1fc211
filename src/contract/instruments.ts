/** An instrument of an archive, with the days for which the archive has prices. */
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
