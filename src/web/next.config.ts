import { join } from "node:path";
import type { NextConfig } from "next";

// Read by Next after this file is loaded.
process.env["NEXT_TELEMETRY_DISABLED"] = "1";

const root = join(import.meta.dirname, "../..");

const config: NextConfig = {
  // Two builds at the same time need two places.
  distDir: process.env["NEXT_DIST"] ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  turbopack: { root },
  outputFileTracingRoot: root,
  // `npm run check` checks the types, of this part and of what it imports, with one compiler.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.json" },
  devIndicators: false,
  // Title and description stand in the head for everybody, not only for known crawlers.
  htmlLimitedBots: /./,
  agentRules: false,
  // Above what the front door lets through (http/body-cap.ts): beyond its own limit Next answers 500.
  experimental: { serverActions: { bodySizeLimit: "8mb" } },
  serverExternalPackages: [
    "pg",
    "kysely",
    "@dbos-inc/dbos-sdk",
    "pino",
    "sharp",
    "better-auth",
    "@better-auth/passkey",
    "nodemailer",
    "pdfmake",
  ],
};

export default config;
