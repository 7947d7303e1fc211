/** A number that prose states as a fact. */
export interface FoundNumber {
  /** As printed, with sign, currency, scale and unit: the `text.length` characters from `offset` on. */
  readonly text: string;
  /** UTF-16 offset. */
  readonly offset: number;
  /** After scale: `1.2bn` is 1200000000, `12.3%` is 12.3, `45 bps` is 45, `(3.2%)` is −3.2. */
  readonly value: number;
  /** Half a unit of the last printed digit, after scale: 0.05 for `12.3%`, 50000000 for `1.2bn`. */
  readonly halfUnit: number;
  /**
   * `%` (also percentage points), `bps`, `x`, `fold` (`doubled`: a change to so many times as much), a currency code,
   * `$`, `¥`, or `null` for a bare number.
   */
  readonly unit: string | null;
  /** How the sign is printed. `()`: in brackets, which may be an accountant's minus or an aside. */
  readonly sign: "+" | "-" | "()" | null;
}
