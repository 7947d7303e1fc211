/** Without 0, o, 1, l and i, which are easily confused. */
export const referralAlphabet = "23456789abcdefghjkmnpqrstuvwxyz";
export const referralCodeLength = 8;

const form = new RegExp(`^[${referralAlphabet}]{${referralCodeLength}}$`);

/** Lower case; says nothing about whether it exists. */
export function parseReferralCode(text: string): { ok: true; code: string } | { ok: false; reason: string } {
  // ASCII first: lower-casing turns the Kelvin sign into a k.
  const code = /^[\x21-\x7e]*$/.test(text) ? text.toLowerCase() : "";
  return form.test(code) ? { ok: true, code } : { ok: false, reason: "not a valid referral code" };
}
