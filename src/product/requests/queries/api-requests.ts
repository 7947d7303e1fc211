import { sql, type RawBuilder } from "kysely";
import type { LoggedRequest, LoggedRequestDetail, RequestFilter } from "#src/contract/api/requests.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

/** As it is kept. */
export interface KeptRequest {
  readonly id: string;
  readonly keyId: string;
  readonly at: Instant;
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly sentBytes: number | null;
  readonly requestId: string;
  readonly userAgent: string | null;
  readonly apiVersion: string;
  readonly body: string | null;
  readonly bodyCut: boolean;
  readonly error: string | null;
}

/** Closed accounts get none. */
export async function insertRequests(db: Sql, requests: readonly KeptRequest[]): Promise<void> {
  const rows = JSON.stringify(requests.map(({ at, ...rest }) => ({ ...rest, at: toIso(at) })));
  await sql`
    insert into api_requests (id, owner, key_id, at, method, path, route, status, duration_ms, sent_bytes, request_id,
      user_agent, api_version, body, body_cut, error)
    select row.id, k.owner, k.id, at, method, path, route, status, "durationMs", "sentBytes", "requestId",
      "userAgent", "apiVersion", body, "bodyCut", error
    from json_to_recordset(${rows}::json) as row (id text, "keyId" text, at timestamptz, method text, path text,
      route text, status int, "durationMs" int, "sentBytes" bigint, "requestId" text, "userAgent" text,
      "apiVersion" text, body text, "bodyCut" boolean, error text)
    join api_keys k on k.id = row."keyId"
    join accounts a on a.id = k.owner and a.closed_at is null
    on conflict (id) do nothing
  `.execute(db);
}

interface Row {
  readonly id: string;
  readonly key_id: string;
  readonly label: string;
  readonly prefix: string;
  readonly livemode: boolean;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly sent_bytes: number | null;
  readonly request_id: string;
  readonly user_agent: string | null;
  readonly api_version: string;
  readonly body: string | null;
  readonly body_cut: boolean;
  readonly error: string | null;
}

const listed = sql`r.id, r.key_id, k.label, k.prefix, k.livemode, r.at, r.method, r.path, r.route, r.status, r.duration_ms,
  r.sent_bytes::float8, r.request_id, r.user_agent, r.api_version, r.error`;

/** Newest first. @param page `before` is an id */
export async function listRequests(
  db: Sql,
  owner: string,
  filter: RequestFilter,
  page: { readonly before: string | null; readonly limit: number },
): Promise<LoggedRequest[]> {
  const { key, status, route, from, to } = filter;
  const { before, limit } = page;
  const { rows } = await sql<Row>`
    select ${listed}, null as body, false as body_cut
    from api_requests r join api_keys k on k.id = r.key_id
    where r.owner = ${owner}
      ${key === null ? sql`` : sql`and r.key_id = ${key}`}
      ${status === null ? sql`` : statusIn(status)}
      ${route === null ? sql`` : sql`and r.route = ${route}`}
      ${from === null ? sql`` : sql`and r.at >= ${new Date(from)}`}
      ${to === null ? sql`` : sql`and r.at < ${new Date(to)}`}
      ${before === null ? sql`` : sql`and (r.at, r.id) < (select at, id from api_requests where id = ${before} and owner = ${owner})`}
    order by r.at desc, r.id desc limit ${limit}
  `.execute(db);
  return rows.map(read);
}

/** @param status of three digits, or a class such as `4xx` */
function statusIn(status: string): RawBuilder<unknown> {
  const first = Number(status.slice(0, 1)) * 100;
  return status.endsWith("xx")
    ? sql`and r.status between ${first} and ${first + 99}`
    : sql`and r.status = ${Number(status)}`;
}

export async function findRequest(db: Sql, owner: string, id: string): Promise<LoggedRequestDetail | null> {
  const { rows } = await sql<Row>`
    select ${listed}, r.body, r.body_cut from api_requests r join api_keys k on k.id = r.key_id
    where r.owner = ${owner} and r.id = ${id}
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : { ...read(row), body: row.body, body_truncated: row.body_cut };
}

/** The routes that an account has called, for a filter. */
export async function routesAsked(db: Sql, owner: string): Promise<string[]> {
  const rows = await db
    .selectFrom("api_requests")
    .select("route")
    .distinct()
    .where("owner", "=", owner)
    .orderBy("route")
    .execute();
  return rows.map(({ route }) => route);
}

/** Deletes old requests, and all but each account's newest. */
export async function forgetRequests(db: Sql, before: Instant, perAccount: number): Promise<void> {
  await db.deleteFrom("api_requests").where("at", "<", new Date(before)).execute();
  await sql`
    delete from api_requests r using (
      select owner, (select at from api_requests each where each.owner = many.owner
        order by at desc, id desc offset ${perAccount - 1} limit 1) as at
      from api_requests many group by owner having count(*) > ${perAccount}
    ) as oldest
    where r.owner = oldest.owner and r.at < oldest.at
  `.execute(db);
}

function read(row: Row): LoggedRequest {
  return {
    id: row.id,
    request_id: row.request_id,
    created_at: toIso(row.at.getTime()),
    method: row.method,
    path: row.path,
    route: row.route,
    status: row.status,
    duration_ms: row.duration_ms,
    response_bytes: row.sent_bytes,
    key: { id: row.key_id, name: row.label, prefix: row.prefix, livemode: row.livemode },
    user_agent: row.user_agent,
    api_version: row.api_version,
    error: row.error,
  };
}
