import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";

export interface SecurityHeaders {
  /** On every answer, for what is no page of ours; a route that answers with a page sets a policy of its own. */
  base(response: ServerResponse): void;
  /**
   * On a page, with a fresh nonce.
   * @param leadsTo where a form of the page may lead besides this site, such as `https://app.example`
   * @returns the policy, which Next reads the nonce from, and the nonce
   */
  page(response: ServerResponse, leadsTo?: string | null): { readonly policy: string; readonly nonce: string };
}

/** JSON, text and pictures load nothing. */
const strictest = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const fixed: readonly (readonly [name: string, value: string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  // Not `no-referrer`: with it browsers send forms to us with `Origin: null`, as if from a foreign page.
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
];

/**
 * Scripts run by nonce alone. Styles may stand in the page: React writes `style` attributes and the dialogs and menus
 * put in `<style>` elements of their own; what a style could send elsewhere it cannot, as pictures and fonts come
 * only from here.
 */
function pagePolicy(nonce: string, formTargets: string, development: boolean, https: boolean): string {
  // React's development build evaluates text, and Safari does not count a websocket as 'self'.
  const [unsafe, sockets] = development ? [" 'unsafe-eval'", " ws: wss:"] : ["", ""];
  return (
    `default-src 'self'; script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${unsafe}; style-src 'self' 'unsafe-inline'; ` +
    `img-src 'self' data: blob:; connect-src 'self'${sockets}; object-src 'none'; frame-src 'none'; base-uri 'none'; ` +
    `form-action ${formTargets}; frame-ancestors 'none'${https ? "; upgrade-insecure-requests" : ""}`
  );
}

/** How far browsers insist on https: for our own name, for all names below it, or in the browsers' own list too. */
export type Hsts = "host" | "subdomains" | "preload";

const insistence: Readonly<Record<Hsts, string>> = {
  host: "max-age=63072000",
  subdomains: "max-age=63072000; includeSubDomains",
  preload: "max-age=63072000; includeSubDomains; preload",
};

/** @param publicUrl HSTS and the upgrade of http addresses are for a service that is known to be on https */
export function createSecurityHeaders({
  publicUrl,
  hsts,
  development,
}: {
  readonly publicUrl: string | null;
  readonly hsts: Hsts;
  readonly development: boolean;
}): SecurityHeaders {
  const https = publicUrl?.startsWith("https:") === true;
  const all = https ? [...fixed, ["Strict-Transport-Security", insistence[hsts]] as const] : fixed;
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
