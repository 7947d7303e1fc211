const tails = 0.05;

/**
 * What |t| stays below in 95 of 100 cases, by degrees of freedom; fractions of one are allowed. Good to five digits.
 * @param freedom at least 1
 * @see G. W. Hill, Algorithm 396: Student's t-Quantiles, Communications of the ACM 13 (1970)
 */
export function studentT95(freedom: number): number {
  if (freedom < 1) throw new RangeError(`${freedom} degrees of freedom`);
  if (freedom === 1) return Math.tan((Math.PI * (1 - tails)) / 2);
  if (freedom === 2) return Math.sqrt(2 / (tails * (2 - tails)) - 2);
  const a = 1 / (freedom - 0.5);
  const b = 48 / a ** 2;
  let c = ((20700 * a) / b - 98) * a ** 2 - 16 * a + 96.36;
  const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * freedom;
  const x = d * tails;
  let y = x ** (2 / freedom);
  if (y > 0.05 + a) {
    const normal = -1.959963984540054;
    y = normal ** 2;
    if (freedom < 5) c += 0.3 * (freedom - 4.5) * (normal + 0.6);
    c += (((0.05 * d * normal - 5) * normal - 7) * normal - 2) * normal + b;
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * normal;
    y = Math.expm1(a * y ** 2);
  } else {
    const lead = 1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3);
    y = ((lead + 0.5 / (freedom + 4)) * y - 1) * ((freedom + 1) / (freedom + 2)) + 1 / y;
  }
  return Math.sqrt(freedom * y);
}
