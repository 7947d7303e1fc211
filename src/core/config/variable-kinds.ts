import { z } from "zod";

/** People copy the method's path along with the address. */
const asked = /\/(?:chat\/completions|completions|responses|messages|embeddings|models|api\/(?:chat|generate|tags))$/i;

/** Without spaces, quotes, fragment, doubled slashes or a method. No address stays as it is. */
export function modelAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^(["'<])(.*)(["'>])$/, "$2")
    .trim()
    // Nothing of this machine has a certificate.
    .replace(/^(?=(?:localhost|127\.[\d.]+|\[::1\]|host\.docker\.internal)(?::\d+)?(?:\/|$))/i, "http://");
  const [, origin, rest = ""] = /^(https?:\/\/[^/?#]+)([^?#]*)(?:\?[^#]*)?(?:#.*)?$/i.exec(bare) ?? [];
  if (origin === undefined) return bare;
  const query = /\?[^#]*/.exec(bare)?.[0] ?? "";
  const path = rest
    .replace(/\s+/g, "")
    .replace(/\/{2,}/g, "/")
    .replace(/\/$/, "")
    .replace(asked, "")
    .replace(/\/(v\d+(?:beta)?)\/\1$/, "/$1");
  return `${origin}${path}${query}`;
}

/**
 * `null` where it already has a version.
 * @param usualPath such as `/v1`
 */
export function likelyAddress(address: string, usualPath = "/v1"): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  if (/\/v\d/.test(pathname)) return null;
  const path = pathname.replace(/\/(?:api)?$/, "");
  return `${origin}${path === "" ? usualPath : `${path}/v1`}`;
}

export const text = z.string().optional();
export const providerName = z.string().toLowerCase().optional();
export const url = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
export const modelUrl = z.string().transform(modelAddress).pipe(url);
export const origin = url
  .regex(/^[a-z]+:\/\/[^/?#@]+\/?$/i, "must be an address without a path")
  .transform((address) => new URL(address).origin);
export const contact = z.union(
  [z.email().transform((address) => `mailto:${address}`), z.url({ protocol: /^https$/ }).regex(/^\S+$/)],
  "must be an email or https address",
);
export const usd = z.string().regex(/^\d+(\.\d+)?$/, "must be an amount in dollars, such as 0.50");
export const switchOn = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["true", "false", "1", "0"], "must be true or false"))
  .transform((word) => word === "true" || word === "1");

/** `Number` would read "0x10" and " " too. */
export function whole(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .pipe(z.number().min(min, rule).max(max, rule));
}

export function seconds(max: number) {
  const rule = `must be a number of seconds above 0, at most ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}(\.\d+)?$/, rule)
    .transform(Number)
    .pipe(z.number().positive(rule).max(max, rule));
}

/** The one in force, then earlier ones, separated by commas. One alone stays as it is. */
export function secrets(least: number) {
  return z
    .string()
    .transform((list) => (list.includes(",") ? list.split(",").map((one) => one.trim()) : [list]))
    .pipe(z.array(z.string().min(least, `must have at least ${least} characters, and earlier secrets after commas`)));
}
