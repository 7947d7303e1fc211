/*
 * The rooms of src/ and what each may import. Imports go only down; docs/ARCHITECTURE.md says why.
 * Unit tests, tests/, bench/ and scripts/ may import everything.
 */
const contract = "^src/contract/";
const platform = "^src/core/";
const market = "^src/market/(?!vendors/)";
const vendors = "^src/market/vendors/";
const reasonerInterface = "^src/debate/reasoners/(reasoner|prompt)\\.ts$";
const processors = "^src/product/deposits/processors/";
const content = "^src/product/content/";
const processorInterface = "^src/product/deposits/processors/processor\\.ts$";
const reasonersTop = "^src/debate/reasoners/[^/]+\\.ts$";
const entryMayUse = [
  "^src/server/compose/",
  "^src/product/",
  "^src/core/db/",
  "^src/backtest/",
  "^src/debate/",
  "^src/report/proof/",
  "^src/report/",
  "^src/market/",
  "^src/debate/reasoners/",
  processors,
  content,
  contract,
  platform,
];

/** @type {Record<string, { of: string; may: string[] }>} */
const rooms = {
  contract: { of: contract, may: [contract, "^src/core/number-text\\.ts$"] },
  platform: { of: platform, may: [platform] },
  // A report's chart is drawn with the indicators and the calendar that its evidence came from.
  report: { of: "^src/report/", may: ["^src/report/", market, contract, platform] },
  proof: { of: "^src/report/proof/", may: ["^src/report/proof/", "^src/report/", contract, platform] },
  market: { of: market, may: [market, contract, platform] },
  vendors: { of: vendors, may: [vendors, "^src/market/[^/]+\\.ts$", "^src/market/series/", contract, platform] },
  reasoners: { of: reasonersTop, may: [reasonersTop, contract, platform] },
  // $1 is the reasoner's own folder.
  reasoner: { of: "^src/debate/reasoners/([^/]+)/", may: ["^src/debate/reasoners/$1/", reasonersTop, contract, platform] },
  debate: { of: "^src/debate/", may: ["^src/debate/", reasonerInterface, market, contract, platform] },
  backtest: {
    of: "^src/backtest/",
    may: ["^src/backtest/", "^src/debate/", reasonerInterface, market, contract, platform],
  },
  db: { of: "^src/core/db/", may: ["^src/core/db/", contract, platform] },
  content: { of: content, may: [content, contract, platform] },
  processors: { of: processors, may: [processors, contract, platform] },
  services: { of: "^src/product/", may: ["^src/product/", "^src/core/db/", processorInterface, contract, platform] },
  mcp: { of: "^src/server/mcp/", may: ["^src/server/mcp/", "^src/report/diff\\.ts$", contract, platform] },
  compose: {
    of: "^src/server/compose/",
    may: [
      "^src/server/compose/",
      "^src/product/",
      "^src/core/db/",
      "^src/backtest/",
      "^src/debate/",
      "^src/market/",
      "^src/debate/reasoners/",
      processors,
      content,
      contract,
      platform,
    ],
  },
  // program.ts starts the other roles, and only it: see the rule "roles" below.
  cli: {
    of: "^src/cli/",
    may: ["^src/cli/", "^src/server/mcp/", "^src/server/worker/main\\.ts$", "^src/(http|web)/serve\\.ts$", ...entryMayUse],
  },
  // Its tools reach the app through the client, as everybody else does.
  http: { of: "^src/server/http/", may: ["^src/server/http/", "^src/server/mcp/", ...entryMayUse] },
  // context.ts builds what pages and actions call; serve.ts runs Next.
  web: {
    of: "^src/web/(?!(context|session|serve)\\.ts$)",
    may: ["^src/web/", "^src/product/", "^src/report/", content, contract, platform],
  },
  webRoot: { of: "^src/web/(context|session|serve)\\.ts$", may: ["^src/web/", ...entryMayUse] },
  worker: { of: "^src/server/worker/", may: ["^src/server/worker/", ...entryMayUse] },
};

/** The only places that choose and build vendors and models. */
const compositionRoots = ["^src/server/worker/main\\.ts$", "^src/server/http/serve\\.ts$", "^src/server/compose/"];
const test = "\\.test\\.ts$";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(rooms).map(([name, { of, may }]) => ({
      name: `room-${name}`,
      comment: `${name} may import only ${may.join(" ")}`,
      severity: "error",
      from: { path: of, pathNot: test },
      to: { path: "^src/", pathNot: may },
    })),
    {
      name: "public-client",
      comment: "commands and tools reach the service with the client that everybody gets, by what it exports",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^clients/", pathNot: "^clients/typescript/src/main\\.ts$" },
    },
    {
      name: "known-rooms",
      comment: "a new folder in src/ needs a place in the table above",
      severity: "error",
      from: { path: "^src/", pathNot: Object.values(rooms).map(({ of }) => of) },
      to: {},
    },
    {
      name: "roles",
      comment: "the command line starts the other roles from program.ts, and knows nothing else of them",
      severity: "error",
      from: { path: "^src/cli/", pathNot: [test, "^src/cli/program\\.ts$"] },
      to: { path: "^src/(worker|http|web)/" },
    },
    {
      name: "composition-roots",
      comment: "only main.ts, serve.ts and compose.ts know which vendors, models and processors there are",
      severity: "error",
      from: { path: "^src/", pathNot: [test, vendors, "^src/debate/reasoners/", processors, ...compositionRoots] },
      to: { path: [vendors, "^src/debate/reasoners/(llm|rules)/", "^src/product/deposits/processors/(nowpayments|btcpay|sandbox)/"] },
    },
    {
      name: "one-door-for-sign-in",
      comment: "components send the actions of auth-actions.ts; its client would throw where there is no network",
      severity: "error",
      from: { path: "^src/web/(components|app)/" },
      to: { path: "(^|/)(better-auth|@better-auth)/" },
    },
    {
      name: "debate-without-engine",
      comment: "the same debate runs in a workflow, in the command line and in a backtest",
      severity: "error",
      from: { path: "^src/debate/" },
      to: { path: "(^|/)@dbos-inc/" },
    },
    {
      name: "product-without-tests",
      comment: "src/ never imports tests, benchmarks or scripts",
      severity: "error",
      from: { path: "^src/", pathNot: test },
      to: { path: ["^(tests|bench|scripts)/", test] },
    },
    {
      name: "product-without-dev-dependencies",
      comment: "what src/ imports must be in dependencies",
      severity: "error",
      from: { path: "^src/", pathNot: test },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "client-package-alone",
      comment: "@conclave/client is installed without the product and without libraries; its tests may use both",
      severity: "error",
      from: { path: "^clients/typescript/src/", pathNot: test },
      to: { pathNot: "^clients/typescript/src/" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-orphans",
      comment: "imports nothing and is imported by nobody",
      severity: "error",
      // Next finds its files by their names.
      from: {
        orphan: true,
        path: "^(src|tests|bench|scripts|clients)/",
        pathNot: "^src/web/(app/|[^/]+\\.config\\.m?[jt]s$)",
      },
      to: {},
    },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // What a generated client is tried with is compiled beside the client that was generated.
    exclude: { path: "(^|/)(next-env\\.d\\.ts$|\\.next)|^tests/clients/programs/|^clients/typescript/dist/" },
    // Imports of types count as well.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
