import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { composePaymentGateway } from "#src/server/compose/compose-payment-gateway.ts";
import { perMinute } from "#src/server/http/protection/rate-limits.ts";
import { systemClock } from "#src/core/clock.ts";
import { readSettings } from "#src/core/config/config.ts";
import { newId } from "#src/core/ids.ts";
import { grantPlan } from "#src/product/plans/plans.ts";
import { answerOf, checkAnswer, operationOf } from "../api-document.ts";
import { demoRun } from "../finished-job.ts";
import { openTestApp, type TestApp } from "../front-door.ts";
import { testSecret } from "../database.ts";
import { knownId, type FuzzRequest, type Principal } from "./requests.ts";
import { systemContext } from "#tests/support/contexts.ts";

export interface Answered {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** A front door with all that there is to reach behind it, and somebody of each kind who asks. */
export interface FuzzTarget {
  readonly port: number;
  /** Sends a request and holds the answer to what must be true of every answer. @throws when it is not */
  try(given: FuzzRequest): Promise<Answered>;
  /** Ends what was started. @throws when an accepted job cannot be ended, or something of a request went wrong unseen */
  finish(): Promise<{ readonly accepted: number }>;
  close(): Promise<void>;
}

/** As many as one key may make in a minute, less a few. */
const perCredential = 250;
/** Long enough for a busy machine. Whoever waits for a job is not waited for. */
const patienceMs = 20_000;
const waitMs = 150;

/** Nothing of the kind may stand in an answer: our code, our database, our secrets. */
const leaks =
  /node_modules|\bat [\w.<> ]+ \(|\.ts:\d+|\/src\/|kysely|postgres|duplicate key|violates|syntax error at|relation "|column "|BEGIN |cnc_[\w-]{20}|password_hash/i;

/** Beyond what an operation declares, HTTP itself may be refused: what cannot be read, is too large or is not of its kind. */
const transport = new Set([400, 403, 404, 405, 411, 413, 415, 429, 431]);

export async function openFuzzTarget(): Promise<FuzzTarget> {
  const testApp = await openTestApp();
  const home = await mkdtemp(join(tmpdir(), "conclave-fuzz-"));
  const paymentGateway = composePaymentGateway(
    { db: testApp.db, clock: systemClock },
    readSettings({ CONCLAVE_HOME: home }),
  );
  const door = await testApp.open({
    access: { open: false, loopback: true },
    surroundings: { publicUrl: null, trustedProxies: ["127.0.0.1"], development: false },
    perMinute: Object.fromEntries(Object.keys(perMinute).map((rule) => [rule, 10_000_000])),
    paymentGateway,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const accepted: { readonly id: string; readonly headers: Readonly<Record<string, string>> }[] = [];
  const asked: Record<Principal, number> = { anonymous: 0, key: 0, session: 0 };
  const credentials: Partial<Record<Principal, Promise<Credential>>> = {};
  const credentialOf = (principal: Principal): Promise<Credential> => {
    if (asked[principal] % perCredential === 0) delete credentials[principal];
    asked[principal] += 1;
    return (credentials[principal] ??= newCredential(testApp, principal));
  };
  let number = 0;
  const send = async (given: FuzzRequest, credential: Credential, ms: number): Promise<Answered | null> => {
    const { headers, id } = credential;
    number += 1;
    const cookie = [headers["cookie"], given.headers["cookie"]].filter((one) => one !== undefined).join("; ");
    return ask(
      agent,
      door.port,
      {
        ...given,
        path: given.path.replaceAll(knownId, id),
        headers: {
          ...given.headers,
          ...headers,
          ...(cookie !== "" && { cookie }),
          "x-forwarded-for": `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
        },
      },
      ms,
    );
  };
  return {
    port: door.port,
    async try(given) {
      const waits = /[?&]wait=/.test(given.path);
      const credential = await credentialOf(given.principal);
      const answer = await send(given, credential, waits ? waitMs : patienceMs);
      if (answer === null) {
        if (waits) return { status: 0, type: null, text: "" };
        throw new Error(`${given.method} ${given.path} gave no answer`);
      }
      hold(given, answer);
      // A notification of the assistants' protocol is taken note of, and starts nothing.
      if (answer.status === 202 && !given.path.startsWith("/mcp"))
        accepted.push({ id: idOf(answer.text), headers: credential.headers });
      return answer;
    },
    async finish() {
      for (const { id, headers } of accepted) {
        const { method, path, table } = endingOf(id);
        // The key's minute may be over; another of its owner's would do, and here the owner is asked of the database.
        const answer = await ask(
          agent,
          door.port,
          { method, path, headers: { ...headers, "x-forwarded-for": "10.0.0.1" }, body: null },
          patienceMs,
        );
        if (answer?.status === 429) await testApp.db.pool.query(table, [id]);
        else if (answer?.status !== 200 || !answer.text.includes('"cancelled"'))
          throw new Error(`job ${id} could not be ended: ${answer?.status} ${answer?.text}`);
      }
      const { rows } = await testApp.db.pool.query("select id from analyses where status in ('queued', 'running')");
      if (rows.length > 0) throw new Error(`${rows.length} jobs were neither told of nor ended`);
      const defects = door
        .logged()
        .split("\n")
        .filter((line) => line.includes('"level":50'));
      if (defects.length > 0) throw new Error(`defects in the log: ${defects.slice(0, 3).join("\n")}`);
      return { accepted: accepted.length };
    },
    async close() {
      agent.destroy();
      await testApp.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  /** An analysis of theirs that has succeeded. */
  readonly id: string;
}

async function newCredential(testApp: TestApp, principal: Principal): Promise<Credential> {
  if (principal === "anonymous") return { headers: {}, id: "ana_none" };
  const owner = newId("usr");
  await testApp.db.pool.query(
    "insert into users (id, name, email, email_verified, created_at, updated_at) values ($1, 'Ada', $1 || '@example.com', true, now(), now())",
    [owner.toLowerCase()],
  );
  const user = owner.toLowerCase();
  await grantPlan(systemContext({ db: testApp.db, clock: systemClock }), { owner: user, plan: "elite", days: 30 });
  const { result, usage, manifest, request: of } = await demoRun();
  const id = newId("ana");
  await testApp.db.pool.query(
    `insert into analyses (id, owner, status, request, setting, partition, request_id, created_at, started_at, finished_at, result, usage, manifest, last_event)
     values ($1, $2, 'succeeded', $3, '{"rounds":1,"risk_rounds":1,"budget_usd":"1"}', $2, 'req', now(), now(), now(), $4, $5, $6, 1)`,
    [id, user, { ...of, max_debate_rounds: 1 }, result, usage, manifest],
  );
  await testApp.db.pool.query("insert into analysis_events values ($1, 1, 'job.queued', '{}', null, now())", [id]);
  if (principal === "key") return { headers: { "x-api-key": await testApp.newKey(user) }, id };
  const token = newId("tok");
  await testApp.db.pool.query(
    "insert into sessions (id, user_id, token, expires_at, created_at, updated_at) values ($1, $2, $1, now() + interval '20 days', now(), now())",
    [token, user],
  );
  const signature = createHmac("sha256", testSecret).update(token).digest("base64");
  return { headers: { cookie: `conclave.session_token=${encodeURIComponent(`${token}.${signature}`)}` }, id };
}

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

/** @returns `null` when nothing came in time; of a stream only how it begins */
function ask(
  agent: Agent,
  port: number,
  { method, path, headers, body }: Omit<FuzzRequest, "principal">,
  ms: number,
): Promise<Answered | null> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, agent, method, path, headers: { ...headers } }, (answer) => {
      const type = answer.headers["content-type"] ?? null;
      const status = answer.statusCode ?? 0;
      const chunks: Buffer[] = [];
      const end = (): void => {
        clearTimeout(late);
        const sent = Buffer.concat(chunks);
        const bytes = sent.length === 0 ? sent : (decoders[answer.headers["content-encoding"] ?? ""]?.(sent) ?? sent);
        resolve({
          status,
          type,
          text: bytes.toString(type?.startsWith("application/pdf") === true ? "latin1" : "utf8"),
        });
      };
      if (type?.startsWith("text/event-stream") === true) {
        end();
        return void answer.destroy();
      }
      answer
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .once("end", end)
        .once("error", reject);
    });
    const late = setTimeout(() => {
      resolve(null);
      asked.destroy();
    }, ms);
    asked.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(late);
      // The server ends a connection whose body it will not read; its answer may be lost with it.
      if (error.code === "ECONNRESET" || error.code === "EPIPE")
        return resolve({ status: 413, type: "application/json", text: '{"detail":"cut"}' });
      reject(error);
    });
    asked.end(body === null ? undefined : Buffer.from(body, "latin1"));
  });
}

/** How what was accepted is ended by its owner, and in the database where the owner's minute is over. */
function endingOf(id: string): { readonly method: string; readonly path: string; readonly table: string } {
  if (id.startsWith("bat_"))
    return {
      method: "POST",
      path: `/v1/batches/${id}/cancel`,
      table: "update jobs set state = 'cancelled', finished_at = now() where id = $1",
    };
  if (id.startsWith("bt_"))
    return {
      method: "POST",
      path: `/v1/backtests/${id}/cancel`,
      table: "update jobs set state = 'cancelled', finished_at = now() where id = $1",
    };
  return {
    method: "DELETE",
    path: `/v1/analyses/${id}`,
    table: "update analyses set status = 'cancelled', finished_at = now() where id = $1",
  };
}

function idOf(text: string): string {
  const read: unknown = JSON.parse(text);
  if (typeof read === "object" && read !== null && "id" in read && typeof read.id === "string") return read.id;
  throw new Error(`an accepted job has no id: ${text}`);
}

function hold({ method, path }: FuzzRequest, { status, type, text }: Answered): void {
  const name = `${method} ${path.slice(0, 200)} → ${status} ${text.slice(0, 300)}`;
  // BTCPay is not set up here, and its header says so much.
  if (status >= 500 && !(status === 503 && path.startsWith("/api/deposit/ipn"))) throw new Error(name);
  const json = /^application\/(?:\w+\+)?json\b/.test(type ?? "");
  if (
    !/^(?:text\/html|text\/markdown|text\/css|text\/javascript|application\/pdf)/.test(type ?? "") &&
    !path.startsWith("/openapi.json") &&
    !(status === 200 && path.includes("/report.")) &&
    leaks.test(text)
  )
    throw new Error(`something of the inside in ${name}`);
  const body: unknown = text === "" ? null : json ? JSON.parse(text) : text;
  if (method === "HEAD" || type?.startsWith("text/event-stream") === true) return;
  const [pathname = ""] = path.split("?");
  const operation = operationOf(method, pathname);
  const declared = operation !== null && answerOf(operation, status) !== null;
  if (declared)
    return void (!type?.startsWith("image/") && checkAnswer(method, `http://x${pathname}`, { status, type, body }));
  if (status < 400) {
    if (operation !== null) throw new Error(`undeclared: ${name}`);
    return;
  }
  if (operation !== null && !transport.has(status)) throw new Error(`undeclared: ${name}`);
  if (!json || typeof body !== "object" || body === null || !("detail" in body) || typeof body.detail !== "string")
    throw new Error(`no reason in ${name}`);
}
