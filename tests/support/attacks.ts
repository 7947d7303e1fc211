/** What a stranger, a thief or a customer may try, what must come of it, and the tests that try it. */
export interface Attack {
  readonly name: string;
  readonly expected: string;
  readonly tests: readonly string[];
}

/** The table of docs/security.md; `npm run attacks` fills in what was seen. */
export const attacks: readonly Attack[] = [
  {
    name: "Hostile tickers, impossible dates, jobs cancelled at random moments",
    expected: "`REVIEW` with a reason, or cancelled; the worker lives",
    tests: ["tests/fault/outliving-worker.full.test.ts", "tests/conformance/verdict.test.ts"],
  },
  {
    name: "An uncaught error in a job",
    expected: "that job fails; the worker lives",
    tests: ["tests/fault/uncaught.full.test.ts"],
  },
  {
    name: "A job that kills three workers",
    expected: "set aside as failed; its neighbours succeed",
    tests: ["tests/fault/deadly-job.full.test.ts"],
  },
  {
    name: "A settlement that kills three workers",
    expected: "shown to the operator, credited later, once",
    tests: ["tests/fault/deposits.test.ts"],
  },
  {
    name: "A role that keeps dying",
    expected: "restarted with growing pauses; the front door answers",
    tests: ["src/cli/service/supervise.test.ts", "tests/fault/up.full.test.ts"],
  },
  {
    name: "The database restarted, killed, frozen or cut off",
    expected: "roles recover; nothing finished is repeated",
    tests: [
      "tests/fault/lost-database.full.test.ts",
      "tests/fault/lost-workers.full.test.ts",
      "tests/fault/every-role.full.test.ts",
    ],
  },
  {
    name: "An open server behind an undeclared proxy, nginx and Caddy among them",
    expected: "refused, with what to set",
    tests: ["tests/contract/attack.test.ts", "tests/contract/proxies.full.test.ts"],
  },
  {
    name: "DNS rebinding against any listener",
    expected: "403",
    tests: ["tests/contract/attack.test.ts"],
  },
  {
    name: "The pages' port asked directly",
    expected: "refused without the front door's secret",
    tests: ["tests/contract/internal-ports.test.ts"],
  },
  {
    name: "Two Host headers, TRACE, CONNECT, half-sent headers",
    expected: "400, 405, closed after 15 s",
    tests: ["tests/contract/transport.test.ts"],
  },
  {
    name: "Reset, share and mail tokens in logs",
    expected: "redacted",
    tests: ["tests/contract/log-secrets.full.test.ts"],
  },
  {
    name: "Quoted, unpadded or doubled session cookies",
    expected: "read alike everywhere; guesses are counted",
    tests: ["tests/contract/cookies.test.ts"],
  },
  {
    name: "A stolen session makes a key, a webhook or a passkey, or connects an app",
    expected: "needs a fresh sign-in; the owner is mailed",
    tests: ["tests/contract/fresh-sign-in.test.ts", "tests/contract/oauth.test.ts"],
  },
  {
    name: "What a thief left behind, after a reset",
    expected: "keys, webhooks, passkeys and sessions go unless kept",
    tests: ["tests/contract/recovery.test.ts"],
  },
  {
    name: "A second-factor code used twice, or twice at once",
    expected: "one works; the owner is mailed",
    tests: ["tests/contract/recovery.test.ts", "tests/contract/provider-sign-in.test.ts"],
  },
  {
    name: "Common passwords",
    expected: "refused",
    tests: ["src/contract/accounts/credentials.test.ts", "tests/contract/recovery.test.ts"],
  },
  {
    name: "A form sent before its script runs, or without scripts",
    expected: "posted; no secret in an address, a Referer or a log",
    tests: ["tests/contract/auth-forms.test.ts", "tests/e2e/forms.full.test.ts"],
  },
  {
    name: "Forms of another site",
    expected: "403, no cookie",
    tests: ["tests/contract/auth-forms.test.ts"],
  },
  {
    name: "Sixty PDFs at once",
    expected: "health stays quick; the rest 200, 429 or 503",
    tests: ["tests/contract/documents.test.ts"],
  },
  {
    name: "A report that a renderer chokes on",
    expected: "only that request fails",
    tests: ["src/report/renderer.full.test.ts"],
  },
  {
    name: "Too many requests on any route",
    expected: "429",
    tests: ["tests/contract/rate-limits.test.ts"],
  },
  {
    name: "Thousands of valid, nearly valid and garbage requests",
    expected: "no 5xx, no leak, every job ends",
    tests: ["tests/fuzz/api.test.ts"],
  },
  {
    name: "Impossible characters, endless nesting",
    expected: "400 or 422",
    tests: ["tests/contract/odd-texts.test.ts"],
  },
  {
    name: "A webhook to a private address in any spelling",
    expected: "422, no job",
    tests: ["tests/contract/webhook-addresses.test.ts"],
  },
  {
    name: "A webhook receiver that redirects or rebinds its name inside",
    expected: "not followed; each attempt goes to the address it checked",
    tests: ["tests/contract/rebinding.full.test.ts", "src/product/webhooks/tell-job.test.ts"],
  },
  {
    name: "Any way to sign in, with a second factor set",
    expected: "no session before the second factor",
    tests: ["tests/contract/provider-sign-in.test.ts", "tests/contract/auth.test.ts"],
  },
  {
    name: "A provider linked to an account",
    expected: "the owner is mailed",
    tests: ["tests/contract/provider-sign-in.test.ts"],
  },
  {
    name: "An administrator without a second factor or a fresh sign-in changes something",
    expected: "refused",
    tests: ["src/product/admin/second-administrator.test.ts"],
  },
  {
    name: "An administrator gives away more than the allowance, at once or in pieces",
    expected: "waits for another administrator",
    tests: ["src/product/admin/second-administrator.test.ts"],
  },
  {
    name: "The administrators' record changed in the database",
    expected: "refused by the database",
    tests: ["src/product/admin/second-administrator.test.ts"],
  },
  {
    name: "A stolen database dump",
    expected: "no secret in it",
    tests: ["tests/contract/sealed.test.ts"],
  },
  {
    name: "An account is deleted",
    expected: "nothing its owner wrote remains",
    tests: ["tests/contract/forgotten.test.ts", "tests/contract/user-data.test.ts"],
  },
  {
    name: "Control and bidirectional characters in texts",
    expected: "removed before they are shown",
    tests: ["tests/conformance/plain-text.test.ts"],
  },
  {
    name: "Accounts, keys, lists and webhooks without end",
    expected: "a cap for each",
    tests: ["tests/contract/caps.test.ts"],
  },
  {
    name: "Ledger, signals or prices changed in the database with triggers off",
    expected: "`accounts verify` or `signals verify` names the place",
    tests: ["tests/conformance/ledger-chain.test.ts", "tests/conformance/settlement-chain.test.ts"],
  },
  {
    name: "The whole record rewritten, with every hash and head",
    expected: "told by the kept heads",
    tests: ["tests/conformance/kept-heads.test.ts"],
  },
  {
    name: "A run forged so that all its files agree",
    expected: "`replay` names the evidence, calls or answers",
    tests: ["tests/e2e/forged-run.full.test.ts"],
  },
  {
    name: "Paths and arguments that the pages cannot read",
    expected: "400 or 404",
    tests: ["tests/contract/page-requests.test.ts", "tests/fuzz/pages.full.test.ts"],
  },
  {
    name: "A full, failing or read-only disk, or no file handles",
    expected: "accepted jobs end well; health is `degraded`, with the reason",
    tests: ["tests/fault/outages.full.test.ts", "tests/contract/health.test.ts"],
  },
  {
    name: "A malformed or oversized proof, or a key of small order",
    expected: "refused by the page and by `conclave verify`",
    tests: ["src/report/proof/hostile-files.test.ts", "tests/e2e/hostile-proofs.full.test.ts"],
  },
  {
    name: "Instructions in news or posts, which every model obeys",
    expected: "no link, picture or tag; nothing leaves its envelope",
    tests: ["tests/conformance/obeying-model.test.ts", "tests/conformance/injection.test.ts"],
  },
  {
    name: "The same for the assistant and MCP clients",
    expected: "no address, tool or foreign text; envelopes",
    tests: ["tests/assistant/report-door.test.ts", "tests/contract/mcp.test.ts"],
  },
  {
    name: "A provider that lies: counts, redirects, endless answers, errors as 200",
    expected: "bounded, not followed, cut off, reported",
    tests: [
      "tests/conformance/llm-reasoner.test.ts",
      "tests/conformance/llm-reasoner-trouble.test.ts",
      "src/debate/reasoners/llm/prose.test.ts",
    ],
  },
  {
    name: "A customer's model key, repeated by its provider",
    expected: "in no answer, event, report, log, mail, export or dump",
    tests: ["tests/contract/model-key-leaks.full.test.ts"],
  },
  {
    name: "A used, foreign or copied passkey answer",
    expected: "nobody is signed in",
    tests: ["tests/contract/fresh-sign-in.test.ts"],
  },
  {
    name: "An app's consent sent again",
    expected: "counts once; the page asks again",
    tests: ["tests/contract/oauth.test.ts"],
  },
  {
    name: "A worker whose clock is an hour ahead or back",
    expected: "takes no job until it is right",
    tests: ["tests/fault/clock.full.test.ts"],
  },
  {
    name: "A forged Telegram message",
    expected: "there is no address to send it to; a link connects once",
    tests: ["tests/contract/channels.test.ts"],
  },
  {
    name: "A price file with a path as symbol, or a gzip bomb",
    expected: "refused",
    tests: ["src/cli/commands/archive.test.ts"],
  },
];
