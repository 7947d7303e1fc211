/** Units in which prices are quoted, such as London's pence, as vendors spell them. */
const minorUnits: ReadonlyMap<string, { readonly name: string; readonly currency: string; readonly per: number }> =
  new Map([
    ["GBp", { name: "pence", currency: "GBP", per: 100 }],
    ["GBX", { name: "pence", currency: "GBP", per: 100 }],
    ["ZAc", { name: "cents", currency: "ZAR", per: 100 }],
    ["ZAC", { name: "cents", currency: "ZAR", per: 100 }],
    ["ILA", { name: "agorot", currency: "ILS", per: 100 }],
  ]);

export function currencyName(code: string): string {
  const unit = minorUnits.get(code);
  return unit === undefined ? code : `${unit.name} (${code})`;
}

/** `GBp` is a hundredth of `GBP`; any other code is itself. */
export function majorUnit(code: string): { readonly currency: string; readonly per: number } {
  return minorUnits.get(code) ?? { currency: code, per: 1 };
}
