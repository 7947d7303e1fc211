/** What a stranger, a thief or a customer may try, what must come of it, and the tests that try it. */
export interface Attack {
  readonly name: string;
  readonly expected: string;
  readonly tests: readonly string[];
}

/** The table of docs/security.md; `npm run attacks` fills in what was seen. */
export const attacks: readonly Attack[] = [
  {
    name: "Unreadable or hostile tickers, dates before 1900 or far ahead",
    expected: "`REVIEW` with a reason; the worker lives",
    tests: ["tests/fault/outliving-worker.full.test.ts", "tests/conformance/verdict.test.ts"],
  },
  {
    name: "DELETE of running jobs at random moments",
    expected: "cancelled; the worker lives",
    tests: ["tests/fault/outliving-worker.full.test.ts"],
  },
  {
    name: "An error that nobody caught, in a job",
    expected: "that job fails, counted; the worker lives",
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
    expected: "started again with growing pauses; the front door answers",
    tests: ["src/cli/service/supervise.test.ts", "tests/fault/up.full.test.ts"],
  },
  {
    name: "The database restarted, killed, frozen or cut off",
    expected: "roles go on by themselves; nothing finished is repeated",
    tests: [
      "tests/fault/lost-database.full.test.ts",
      "tests/fault/lost-workers.full.test.ts",
      "tests/fault/every-role.full.test.ts",
    ],
  },
  {
    name: "Open access through a proxy that nobody named",
    expected: "refused, with what to set",
    tests: ["tests/contract/attack.test.ts", "tests/contract/proxies.full.test.ts"],
  },
  {
    name: "A foreign name pointed at any listener (DNS rebinding)",
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
    expected: "one reading everywhere; guesses counted on the session they used",
    tests: ["tests/contract/cookies.test.ts"],
  },
  {
    name: "A stolen session makes a key, a webhook or a passkey",
    expected: "a fresh sign-in is asked for, and the owner is mailed",
    tests: ["tests/contract/fresh-sign-in.test.ts"],
  },
  {
    name: "What a thief planted, after a reset",
    expected: "keys, webhooks, passkeys and sessions gone unless kept",
    tests: ["tests/contract/recovery.test.ts"],
  },
  {
    name: "A code of the second factor twice, or by two at once",
    expected: "one works",
    tests: ["tests/contract/recovery.test.ts"],
  },
  {
    name: "Common passwords",
    expected: "refused, as they are typed and by the server",
    tests: ["src/contract/accounts/password.test.ts", "tests/contract/recovery.test.ts"],
  },
  {
    name: "A form pressed before its script runs, or without scripts",
    expected: "posted; no value in an address, a Referer or a log",
    tests: ["tests/contract/auth-forms.test.ts", "tests/e2e/forms.full.test.ts"],
  },
  {
    name: "Forms of another site",
    expected: "403, no cookie",
    tests: ["tests/contract/auth-forms.test.ts"],
  },
  {
    name: "Sixty PDFs at once",
    expected: "health stays 200 and quick; the rest 200, 429 or 503",
    tests: ["tests/contract/documents.test.ts"],
  },
  {
    name: "A report that a renderer chokes on",
    expected: "that request alone fails",
    tests: ["src/report/renderer.full.test.ts"],
  },
  {
    name: "Too many requests on any route",
    expected: "429, by session, key or network",
    tests: ["tests/contract/rate-limits.test.ts"],
  },
  {
    name: "Bodies and parameters by the thousand, valid, nearly valid and garbage",
    expected: "no 5xx, no leak, every job ends",
    tests: ["tests/fuzz/api.test.ts"],
  },
  {
    name: "Characters that no text has, nesting without end",
    expected: "400 or 422",
    tests: ["tests/contract/odd-texts.test.ts"],
  },
  {
    name: "A webhook to a private address in any spelling",
    expected: "422, no job",
    tests: ["tests/contract/webhook-addresses.test.ts"],
  },
  {
    name: "A receiver that redirects inside, or rebinds its name",
    expected: "not followed; each attempt goes to the address it checked",
    tests: ["src/product/webhooks/tell-job.test.ts"],
  },
  {
    name: "Signing in through a provider, with a mailed link or with a password, where there is a second factor",
    expected: "the second factor is asked for; no session before",
    tests: ["tests/contract/provider-sign-in.test.ts", "tests/contract/auth.test.ts"],
  },
  {
    name: "A provider linked to an account; a code of the second factor used twice",
    expected: "the owner is mailed",
    tests: ["tests/contract/provider-sign-in.test.ts"],
  },
  {
    name: "An administrator without a second factor or a fresh sign-in changes something",
    expected: "refused, nothing changed",
    tests: ["src/product/admin/second-administrator.test.ts"],
  },
  {
    name: "An administrator gives away more than the allowance, at once or in pieces",
    expected: "waits for a second administrator, who is not the one who asked",
    tests: ["src/product/admin/second-administrator.test.ts"],
  },
  {
    name: "The record of administrators is changed or deleted in the database",
    expected: "refused by the database",
    tests: ["src/product/admin/second-administrator.test.ts"],
  },
  {
    name: "A dump of the database is read",
    expected: "no secret of any flow in it",
    tests: ["tests/contract/sealed.test.ts"],
  },
  {
    name: "An account is deleted",
    expected: "nothing that its owner wrote remains, in any table",
    tests: ["tests/contract/forgotten.test.ts", "tests/contract/user-data.test.ts"],
  },
  {
    name: "Control, escape and bidirectional characters in names, reasons and headlines",
    expected: "removed before a terminal, a report, a mail or a table shows them",
    tests: ["tests/conformance/plain-text.test.ts"],
  },
  {
    name: "Accounts, keys, lists and webhooks without end",
    expected: "a cap for each",
    tests: ["tests/contract/caps.test.ts"],
  },
  {
    name: "A transfer, its lines, a balance or whose account they are changed in the database, with its triggers off; the newest transfer deleted with its entry",
    expected: "`ledger verify` names the transfer, entry or account",
    tests: ["tests/conformance/ledger-chain.test.ts"],
  },
  {
    name: "A settlement price, a benchmark or a signal changed in the database, with its triggers off",
    expected: "`signals verify` names the row or entry",
    tests: ["tests/conformance/settlement-chain.test.ts"],
  },
  {
    name: "The whole record written anew, with every hash and head in the database",
    expected: "told by the kept heads",
    tests: ["tests/conformance/kept-heads.test.ts"],
  },
  {
    name: "A run forged so that all its files agree",
    expected: "`replay` names the evidence, the calls or the answers",
    tests: ["tests/e2e/forged-run.full.test.ts"],
  },
  {
    name: "Paths, router states and arguments that the pages cannot read",
    expected: "400 or 404, and no fault of ours",
    tests: ["tests/contract/page-requests.test.ts", "tests/fuzz/pages.full.test.ts"],
  },
  {
    name: "The disk fills, turns read-only or fails, or files run out, under 40 running debates",
    expected: "every accepted job ends well; health is `degraded`, with the reason",
    tests: ["tests/fault/outages.full.test.ts", "tests/contract/health.test.ts"],
  },
  {
    name: "A stolen session lets an app in, which makes a webhook or turns one elsewhere",
    expected: "a fresh sign-in is asked for; the webhook names the app, is mailed of, and goes with it",
    tests: ["tests/contract/fresh-sign-in.test.ts", "tests/contract/oauth.test.ts"],
  },
  {
    name: "A proof by a key of small order, in another form, too deep, too large or without an end",
    expected: "refused, in the page and by `conclave verify` alike",
    tests: ["src/report/proof/hostile-files.test.ts", "tests/e2e/hostile-proofs.full.test.ts"],
  },
  {
    name: "A webhook's name that turns to this machine between two questions of the system's resolver",
    expected: "asked at the address that was checked, else refused, as a name that there is none of",
    tests: ["tests/contract/rebinding.full.test.ts", "src/product/webhooks/tell-job.test.ts"],
  },
  {
    name: "An order in a news item, a post or any other text of a source that every agent's model obeys",
    expected: "no link, picture or tag; nothing outside its envelope, and codes are codes or left out",
    tests: ["tests/conformance/obeying-model.test.ts", "tests/conformance/injection.test.ts"],
  },
  {
    name: "The same in a report that the assistant's obeying model or a client of MCP reads",
    expected: "words alone: no address to follow, no tool, nobody else's text; envelopes",
    tests: ["tests/assistant/report-door.test.ts", "tests/contract/mcp.test.ts"],
  },
  {
    name: "A model provider that lies: wrong counts, a redirect, an answer without an end, an error with a good status, another model's name",
    expected: "what cannot be is replaced by the bound, not followed, cut off, told; billed as what was asked",
    tests: [
      "tests/conformance/llm-reasoner.test.ts",
      "tests/conformance/llm-reasoner-trouble.test.ts",
      "src/debate/reasoners/llm/prose.test.ts",
    ],
  },
  {
    name: "A customer's model key with providers that refuse it, repeat it in every form or send the call elsewhere",
    expected: "in no answer, event, report, log, mail, export or dump",
    tests: ["tests/contract/model-key-leaks.full.test.ts"],
  },
  {
    name: "A passkey's answer that was used, of another site, another browser's challenge, another key or a copy",
    expected: "nobody is signed in",
    tests: ["tests/contract/fresh-sign-in.test.ts"],
  },
  {
    name: "An agreement to let an app in that is sent again, after a no or after it was disconnected",
    expected: "counts once; the page asks again",
    tests: ["tests/contract/oauth.test.ts"],
  },
  {
    name: "A worker whose clock is an hour ahead or back",
    expected: "takes no job until it is right; what ended too early goes on",
    tests: ["tests/fault/clock.full.test.ts"],
  },
  {
    name: "A message of Telegram that somebody makes up",
    expected: "there is nowhere to send one, as the service asks for them; a link connects once",
    tests: ["tests/contract/channels.test.ts"],
  },
  {
    name: "A price file whose symbol is a way out of its folder, or that is a bomb",
    expected: "refused; nothing outside its folder",
    tests: ["src/cli/commands/archive/archive-import.test.ts"],
  },
  {
    name: "nginx and Caddy in front, as the help and deploy/ have them, and as somebody sets them up in a hurry",
    expected: "a key is asked for, or refused with what to set; clients are told apart",
    tests: ["tests/contract/proxies.full.test.ts"],
  },
];
