/*
 * The rooms of src/ and what each may import. Imports go only down; docs/ARCHITECTURE.md says why.
 * Unit tests, tests/, bench/ and scripts/ may import everything.
 */
const contract = "^src/contract/";
const core = "^src/core/(?!db/)";
const database = "^src/core/db/";
const market = "^src/market/(?!vendors/)";
const vendors = "^src/market/vendors/";
const debate = "^src/debate/(?!reasoners/)";
const reasoners = "^src/debate/reasoners/";
const reasonerInterface = "^src/debate/reasoners/(reasoner|prompt)\\.ts$";
const reasonersTop = "^src/debate/reasoners/[^/]+\\.ts$";
const backtest = "^src/backtest/";
const report = "^src/report/(?!proof/)";
const proof = "^src/report/proof/";
const processors = "^src/product/deposits/processors/";
const processorInterface = "^src/product/deposits/processors/processor\\.ts$";
const content = "^src/product/content/";
const queries = "^src/product/[^/]+/queries/";
const verbs = "^src/product/(?!content/|deposits/processors/|[^/]+/queries/)";
const compose = "^src/server/compose/";
const mcp = "^src/server/mcp/";
const entryMayUse = [compose, verbs, queries, database, backtest, debate, reasoners, proof, report].concat([
  "^src/market/",
  processors,
  content,
  contract,
  core,
]);

/** @type {Record<string, { of: string; may: string[] }>} */
const rooms = {
  contract: { of: contract, may: [contract, "^src/core/text/number-text\\.ts$"] },
  core: { of: core, may: [core] },
  database: { of: database, may: [database, contract, core] },
  // A report's chart is drawn with the indicators and the calendar that its evidence came from.
  report: { of: report, may: [report, market, contract, core] },
  proof: { of: proof, may: [proof, report, contract, core] },
  market: { of: market, may: [market, contract, core] },
  vendors: { of: vendors, may: [vendors, market, contract, core] },
  reasoners: { of: reasonersTop, may: [reasonersTop, contract, core] },
  // $1 is the reasoner's own folder.
  reasoner: {
    of: "^src/debate/reasoners/([^/]+)/",
    may: ["^src/debate/reasoners/$1/", reasonersTop, contract, core],
  },
  debate: { of: debate, may: [debate, reasonerInterface, market, contract, core] },
  backtest: { of: backtest, may: [backtest, debate, reasonerInterface, market, contract, core] },
  content: { of: content, may: [content, contract, core] },
  processors: { of: processors, may: [processors, contract, core] },
  queries: { of: queries, may: [queries, database, contract, core] },
  product: { of: verbs, may: [verbs, queries, database, processorInterface, contract, core] },
  mcp: { of: mcp, may: [mcp, "^src/report/text/diff\\.ts$", contract, core] },
  compose: {
    of: compose,
    may: [
      compose,
      verbs,
      queries,
      database,
      backtest,
      debate,
      "^src/market/",
      reasoners,
      processors,
      content,
      contract,
      core,
    ],
  },
  // role-commands.ts starts the other roles, and only it: see the rule "roles" below.
  cli: {
    of: "^src/cli/",
    may: ["^src/cli/", mcp, "^src/server/worker/main\\.ts$", "^src/(server/http|web)/serve\\.ts$", ...entryMayUse],
  },
  // Its tools reach the app through the client, as everybody else does.
  http: { of: "^src/server/http/", may: ["^src/server/http/", mcp, ...entryMayUse] },
  // context.ts builds what pages and actions call; serve.ts runs Next.
  web: {
    of: "^src/web/(?!(context|session|serve)\\.ts$)",
    may: ["^src/web/", verbs, report, content, contract, core],
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
      name: "own-parts",
      comment: "what others use of a thing besides its verbs stands in public/; its lib/ is its own",
      severity: "error",
      from: { path: "^src/product/([^/]+)/", pathNot: test },
      to: { path: "^src/product/[^/]+/lib/", pathNot: "^src/product/$1/" },
    },
    {
      name: "parts-of-the-product",
      comment: "what others use of a thing besides its verbs stands in public/; its lib/ is its own",
      severity: "error",
      from: { path: "^src/", pathNot: [test, "^src/product/"] },
      to: { path: "^src/product/[^/]+/lib/" },
    },
    {
      name: "roles",
      comment: "the command line starts the other roles from role-commands.ts, and knows nothing else of them",
      severity: "error",
      from: { path: "^src/cli/", pathNot: [test, "^src/cli/(program|service/role-commands)\\.ts$"] },
      to: { path: "^src/(server/worker|server/http|web)/" },
    },
    {
      name: "composition-roots",
      comment: "only main.ts, serve.ts and compose.ts know which vendors, models and processors there are",
      severity: "error",
      from: { path: "^src/", pathNot: [test, vendors, reasoners, processors, ...compositionRoots] },
      to: {
        path: [
          vendors,
          "^src/debate/reasoners/(llm|rules)/",
          "^src/product/deposits/processors/(nowpayments|btcpay|sandbox)\\.ts$",
        ],
      },
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
