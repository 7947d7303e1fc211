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
  // Places that have moved.
  redirects: () =>
    Promise.resolve([
      { source: "/settings/channels", destination: "/settings/notifications", permanent: true },
      { source: "/lists", destination: "/signals/lists", permanent: false },
      { source: "/alerts", destination: "/settings/notifications", permanent: false },
    ]),
  // Title and description stand in the head for everybody, not only for known crawlers.
  htmlLimitedBots: /./,
  agentRules: false,
  experimental: {
    // Above what the front door lets through (server/http/bodies/read-body.ts): beyond its own limit Next answers 500.
    serverActions: { bodySizeLimit: "8mb" },
    // Each build has a folder of its own, so nothing would find it again; and nobody reads maps of what is served.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: process.env["NODE_ENV"] !== "production",
  },
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
    "ccxt",
    // Loaded by whoever asks a model: bundled, they were a third of the sources of a build.
    "ai",
    "@ai-sdk/amazon-bedrock",
    "@ai-sdk/anthropic",
    "@ai-sdk/azure",
    "@ai-sdk/deepseek",
    "@ai-sdk/google",
    "@ai-sdk/groq",
    "@ai-sdk/mistral",
    "@ai-sdk/openai",
    "@ai-sdk/openai-compatible",
    "@ai-sdk/xai",
  ],
};

export default config;
