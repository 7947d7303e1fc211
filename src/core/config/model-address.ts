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
