import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";

export interface SecurityHeaders {
  /** For what is no page. */
  base(response: ServerResponse): void;
  /**
   * @param leadsTo another target of the page's form
   * @returns the policy and its nonce
   */
  page(response: ServerResponse, leadsTo?: string | null): { readonly policy: string; readonly nonce: string };
}

/** JSON, text and pictures load nothing. */
const strictest = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const fixed: readonly (readonly [name: string, value: string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  // `no-referrer` would send our forms with `Origin: null`.
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
];

/** Scripts by nonce. Styles may be inline, as React and dialogs write them; they can load nothing from elsewhere. */
function pagePolicy(nonce: string, formTargets: string, development: boolean, https: boolean): string {
  // React's development build evaluates text; Safari needs `ws:`.
  const [unsafe, sockets] = development ? [" 'unsafe-eval'", " ws: wss:"] : ["", ""];
  return (
    `default-src 'self'; script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${unsafe}; style-src 'self' 'unsafe-inline'; ` +
    `img-src 'self' data: blob:; connect-src 'self'${sockets}; object-src 'none'; frame-src 'none'; base-uri 'none'; ` +
    `form-action ${formTargets}; frame-ancestors 'none'${https ? "; upgrade-insecure-requests" : ""}`
  );
}

/** @param publicUrl HSTS is only for a service known to be on https */
export function createSecurityHeaders({
  publicUrl,
  development,
}: {
  readonly publicUrl: string | null;
  readonly development: boolean;
}): SecurityHeaders {
  const https = publicUrl?.startsWith("https:") === true;
  const all = https ? [...fixed, ["Strict-Transport-Security", "max-age=63072000"] as const] : fixed;
  return {
    base(response) {
      for (const [name, value] of all) response.setHeader(name, value);
      response.setHeader("Content-Security-Policy", strictest);
    },
    page(response, leadsTo = null) {
      const nonce = randomBytes(16).toString("base64");
      const policy = pagePolicy(nonce, leadsTo === null ? "'self'" : `'self' ${leadsTo}`, development, https);
      response.setHeader("Content-Security-Policy", policy);
      return { policy, nonce };
    },
  };
}

/** For a page without a script, part of whose text is a stranger's. */
export const scriptlessPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
