import "./globals.css";
import "@fontsource-variable/geist/wght.css";
import { randomUUID } from "node:crypto";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { PageKeyProvider } from "#src/web/components/ui/form.tsx";
import { Toaster } from "#src/web/components/ui/toast.tsx";
import { NavigationProgress } from "#src/web/components/shell/navigation-progress.tsx";
import { themeScript } from "#src/web/components/shell/theme-script.ts";
import { siteOrigin } from "#src/web/page-request.ts";
import { headers } from "next/headers";

// What nearly every text needs is fetched ahead; other scripts come from the package's own rules when a text has them.
const latin = localFont({
  src: "../../../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-latin",
  weight: "100 900",
  adjustFontFallback: "Arial",
});

const title = "Conclave: a debate before a rating";
const description =
  "AI agents debate one stock or coin as of a date. Every number is linked to its evidence, and a run without a sound answer says so.";

export async function generateMetadata(): Promise<Metadata> {
  return {
    metadataBase: new URL(await siteOrigin()),
    title: { default: title, template: "%s · Conclave" },
    description,
    applicationName: "Conclave",
    openGraph: { type: "website", siteName: "Conclave", title, description },
    twitter: { card: "summary_large_image" },
    // Addresses, dates and figures in reports are no telephone numbers.
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fafaf8" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1113" },
  ],
};

/** zod compiles its checks where it may, and the try alone would be a fault under the policy against `eval`. */
const noEvalScript = "globalThis.__zod_globalConfig={jitless:true}";

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A page made at build time could not carry the nonce of the request, and its scripts would not run.
  await connection();
  const scriptNonce = await nonce();
  return (
    <html lang="en" className={latin.variable} suppressHydrationWarning>
      <head>
        <script
          nonce={scriptNonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: `${themeScript};${noEvalScript};${sendOnceScript};${earlyPressScript}` }}
        />
      </head>
      <body className="min-h-dvh">
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2 focus:text-ink focus:shadow-raised"
        >
          Skip to content
        </a>
        <PageKeyProvider value={randomUUID()}>
          <Toaster>
            <NavigationProgress />
            {children}
          </Toaster>
        </PageKeyProvider>
      </body>
    </html>
  );
}

/**
 * Notes what was pressed of `[data-early]` before the page is alive. Each takes its own note when it comes alive; see
 * `early.ts`.
 */
const earlyPressScript = `addEventListener("click",function(e){var b=e.target.closest&&e.target.closest("[data-early]");if(b)b.dataset.early="pressed"},true)`;

/** The nonce that the front door put into this request's Content-Security-Policy; undefined without the front door. */
async function nonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy");
  return policy?.match(/'nonce-([A-Za-z0-9+/=_-]+)'/)?.[1];
}

/**
 * While a form that the browser itself sends is on its way, the same form is not sent again: Enter pressed twice before
 * the page is alive is one press. After a while, or when the page is gone back to, it may be.
 */
const sendOnceScript = `(function(){var sent=new WeakMap;
addEventListener("submit",function(e){if(Date.now()-(sent.get(e.target)||0)<15000){e.preventDefault();e.stopImmediatePropagation()}},true);
addEventListener("submit",function(e){if(!e.defaultPrevented&&e.target.method==="post")sent.set(e.target,Date.now())});
addEventListener("pageshow",function(e){if(e.persisted)sent=new WeakMap})})()`;
