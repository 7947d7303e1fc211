/** @param error what `fetch` threw */
export function connectionWords(error: unknown): string {
  const said = causes(error);
  for (const { message, code } of said) {
    const [, proxied = ""] = /Proxy response \((\d+)\)/.exec(message) ?? [];
    if (proxied === "407") return "the proxy requires a sign-in (407): add a user and password to HTTPS_PROXY";
    if (proxied !== "")
      return `the proxy refused the connection (${proxied}): add this host to NO_PROXY if it needs no proxy`;
    if (/CERT|SIGNATURE|ISSUER/.test(code))
      return `its certificate is not trusted (${code}): give Node your organisation's certificate with NODE_EXTRA_CA_CERTS in the environment`;
    const [, host = ""] = /ENOTFOUND (\S+)/.exec(message) ?? [];
    if (host !== "") return `there is no host named ${host}`;
    const [, address = ""] = /ECONNREFUSED (\S+)/.exec(message) ?? [];
    if (address !== "") return `nothing listens at ${address}`;
  }
  return said.findLast(({ message }) => message !== "")?.message ?? "it failed";
}

const mostDeep = 5;

/** An error and its causes, from the outside in. */
function causes(error: unknown, deep = 0): { readonly message: string; readonly code: string }[] {
  if (!(error instanceof Error) || deep > mostDeep) return [];
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const inner: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return [{ message: error.message, code }, ...inner.flatMap((one) => causes(one, deep + 1))];
}
