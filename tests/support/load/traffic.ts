import { createJobs, jobOperations, keyOf, requestBody, type Jobs, type Surroundings } from "./job-operations.ts";
import { createPayments } from "./payments.ts";
import type { LoadedService } from "./service.ts";

/** What traffic is made of: how many of a hundred operations are of each kind. */
export const usualMix = {
  submit: 14,
  repeat: 4,
  cancel: 2,
  poll: 20,
  wait: 6,
  list: 4,
  usage: 4,
  report: 4,
  openPage: 14,
  customerPage: 12,
  question: 4,
  batch: 1,
  tool: 8,
  deposit: 3,
} as const;
export type Kind = keyof typeof usualMix;

const openPages = ["/", "/pricing", "/track-record", "/help", "/blog", "/sign-in", "/help/as-of"] as const;
const customerPages = ["/dashboard", "/analyses", "/signals", "/deposits", "/billing", "/keys", "/settings"] as const;
const questions = [
  "What does REVIEW mean?",
  "How do I create an API key?",
  "What happens to my balance when I upgrade?",
  "How is a rating checked against the evidence?",
  "Should I buy Tesla?",
] as const;

export interface Traffic {
  /** One operation of the kind that chance picks. Resolves when it is over. */
  next(): Promise<void>;
  /** Resolves when the followers of all jobs have heard their ends; all jobs must end for that. */
  settle(): Promise<void>;
}

/**
 * Mixed traffic of all customers. The seed picks what is asked, by whom and when; answers that depend on what came
 * before are taken as they come.
 * @param mix how many of all operations are of each kind
 */
export function createTraffic(
  service: Pick<LoadedService, "db" | "processor" | "paymentGateway">,
  surroundings: Surroundings,
  mix: Readonly<Record<Kind, number>> = usualMix,
): Traffic {
  const jobs = createJobs(surroundings);
  const operations: Readonly<Record<Kind, () => Promise<unknown>>> = {
    ...jobOperations(surroundings, jobs),
    ...pageOperations(surroundings, jobs),
    ...programOperations(surroundings),
    deposit: createPayments(surroundings, service),
  };
  const weighted = kinds.flatMap((kind) => Array.from({ length: mix[kind] }, () => operations[kind]));
  return {
    async next() {
      await weighted[Math.floor(surroundings.random.next() * weighted.length)]?.();
    },
    settle: jobs.settle,
  };
}

const kinds: readonly Kind[] = [
  "submit",
  "repeat",
  "cancel",
  "poll",
  "wait",
  "list",
  "usage",
  "report",
  "openPage",
  "customerPage",
  "question",
  "batch",
  "tool",
  "deposit",
];

/** What people ask for, signed in or not. */
function pageOperations({ recorder, random, customers, url }: Surroundings, jobs: Jobs) {
  let asked = 0;
  const page = (path: string, cookie: string | null): Promise<unknown> => {
    const route = `page ${cookie === null ? "" : "(signed in) "}${path.replace(/ana_\w+/, "{id}")}`;
    const headers = { accept: "text/html", ...(cookie !== null && { cookie }) };
    return recorder.ask(route, path, { headers }, [200]);
  };
  return {
    openPage: () => page(random.pick(openPages), null),
    customerPage() {
      const known = jobs.any();
      const { cookie } = random.pick(customers);
      return known !== null && random.next() < 0.3
        ? page(`/analyses/${known.id}`, known.customer.cookie)
        : page(random.pick(customerPages), cookie);
    },
    question() {
      asked += 1;
      const { cookie } = random.pick(customers);
      const id = `load-${asked}`;
      const message = { role: "user", parts: [{ type: "text", text: random.pick(questions) }] };
      const headers = { "content-type": "application/json", cookie, origin: url() };
      const body = JSON.stringify({ id, messages: [message] });
      // Chance may ask one customer's questions faster than the limit of six a minute.
      return recorder.ask("POST /api/assistant", "/api/assistant", { method: "POST", headers, body }, [200, 429]);
    },
  };
}

/** What programs ask for beside single jobs. */
function programOperations({ recorder, random, customers }: Surroundings) {
  let batches = 0;
  return {
    batch() {
      batches += 1;
      const lines = Array.from({ length: 3 }, (_, line) => `{"custom_id":"${line}",${requestBody(random).slice(1)}`);
      const headers = {
        "content-type": "application/jsonl",
        "idempotency-key": `batch-${batches}`,
        ...keyOf(random.pick(customers)),
      };
      const sent = { method: "POST", headers, body: lines.join("\n") };
      return recorder.ask("POST /v1/batches", "/v1/batches", sent, [202]);
    },
    tool() {
      const name = random.pick(["get_config", "list_analyses", "get_usage", "list_signals"]);
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } };
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${random.pick(customers).key}`,
        "mcp-protocol-version": "2025-11-25",
      };
      return recorder.ask("POST /mcp", "/mcp", { method: "POST", headers, body: JSON.stringify(call) }, [200]);
    },
  };
}
