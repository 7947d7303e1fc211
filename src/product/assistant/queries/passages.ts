import { sql } from "kysely";
import { Passage } from "#src/contract/jobs/assistant.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** A passage with the hash of its content. */
export interface IndexedPassage extends Passage {
  readonly digest: string;
}

/** Holds the index until the transaction ends. */
export async function lockDigests({ sql: db }: Tx): Promise<Map<string, string>> {
  await sql`select 1 from passage_index for update`.execute(db);
  const rows = await db.selectFrom("passages").select(["id", "digest"]).execute();
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

const rowsAtOnce = 500;

export async function putPassages({ sql: db }: Tx, passages: readonly IndexedPassage[], at: Instant): Promise<void> {
  for (let from = 0; from < passages.length; from += rowsAtOnce)
    await db
      .insertInto("passages")
      .values(
        passages
          .slice(from, from + rowsAtOnce)
          .map(({ text, asks, ...rest }) => ({ ...rest, body: text, asks: asks.join("\n"), updated_at: new Date(at) })),
      )
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet(({ ref }) => ({
          source: ref("excluded.source"),
          url: ref("excluded.url"),
          title: ref("excluded.title"),
          heading: ref("excluded.heading"),
          body: ref("excluded.body"),
          asks: ref("excluded.asks"),
          digest: ref("excluded.digest"),
          updated_at: ref("excluded.updated_at"),
        })),
      )
      .execute();
}

export async function removePassages({ sql: db }: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from passages where id = any(${ids})`.execute(db);
}

/** Notifies all processes that hold the passages in memory of a change. */
export async function countChange({ sql: db }: Tx, at: Instant): Promise<void> {
  await db
    .updateTable("passage_index")
    .set(({ eb }) => ({ revision: eb("revision", "+", "1"), updated_at: new Date(at) }))
    .execute();
}

/** Changes with each change of the passages. */
export async function readRevision(db: Sql): Promise<string> {
  return (await db.selectFrom("passage_index").select("revision").executeTakeFirstOrThrow()).revision;
}

export async function readPassages(db: Sql): Promise<Passage[]> {
  return (await db.selectFrom("passages").select(columns).orderBy("id").execute()).map(passageOf);
}

const columns = ["id", "source", "url", "title", "heading", "body as text", "asks"] as const;

function passageOf({ asks, ...row }: Readonly<Record<string, string | null>>): Passage {
  return Passage.parse({ ...row, asks: asks?.split("\n").filter((ask) => ask !== "") });
}

export async function findPassage(db: Sql, id: string): Promise<Passage | null> {
  const row = await db.selectFrom("passages").select(columns).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : passageOf(row);
}

/** Best first; titles and headings count more. */
export async function searchByWords(db: Sql, words: readonly string[], most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with asked as (
      select string_agg(nullif(plainto_tsquery('english', word)::text, ''), ' | ')::tsquery as query
      from unnest(${words}::text[]) word
    )
    select id from passages, asked where document @@ query
    order by ts_rank_cd('{0.1, 0.3, 0.6, 1.0}', document, query, 1) desc, id limit ${most}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Passages with similarly spelled titles or headings, best first. */
export async function searchBySpelling(db: Sql, words: readonly string[], most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${words}::text[]) word join passages on word <% label
    group by id order by sum(word_similarity(word, label)) desc, id limit ${most}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/* Only where the server has pgvector and a model, so no migration makes it. */

/** Makes the table; false without pgvector. */
export async function prepareVectors(db: Sql): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_available_extensions where name = 'vector'`.execute(db);
  if (rows.length === 0) return false;
  await sql`create extension if not exists vector`.execute(db);
  // Of any length; a few thousand are compared in milliseconds.
  await sql`
    create table if not exists passage_vectors (
      passage text not null references passages (id) on delete cascade,
      model text not null,
      digest text not null,
      embedding vector not null,
      primary key (passage, model)
    )
  `.execute(db);
  return true;
}

export async function hasVectors(db: Sql): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('passage_vectors') is not null as there
  `.execute(db);
  return rows[0]?.there === true;
}

export interface UnembeddedPassage {
  readonly id: string;
  readonly digest: string;
  /** Title, heading and body. */
  readonly text: string;
}

export async function listUnembedded(db: Sql, model: string, most: number): Promise<UnembeddedPassage[]> {
  const { rows } = await sql<UnembeddedPassage>`
    select p.id, p.digest, concat_ws(E'\n', p.title, p.heading, p.body) as text
    from passages p left join passage_vectors v on v.passage = p.id and v.model = ${model}
    where v.digest is distinct from p.digest order by p.id limit ${most}
  `.execute(db);
  return rows;
}

/** Does nothing if the passage is gone by now. */
export async function putVector(
  db: Sql,
  { id, digest }: Pick<UnembeddedPassage, "id" | "digest">,
  model: string,
  embedding: readonly number[],
): Promise<void> {
  await sql`
    insert into passage_vectors (passage, model, digest, embedding)
    select id, ${model}, ${digest}, ${literal(embedding)}::vector from passages where id = ${id}
    on conflict (passage, model) do update set digest = excluded.digest, embedding = excluded.embedding
  `.execute(db);
}

/** Ids by the cosine distance of their vectors, nearest first. */
export async function searchByMeaning(
  db: Sql,
  model: string,
  embedding: readonly number[],
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select passage as id from passage_vectors where model = ${model} and vector_dims(embedding) = ${embedding.length}
    order by embedding <=> ${literal(embedding)}::vector, passage limit ${most}
  `.execute(db);
  return rows.map(({ id }) => id);
}

function literal(embedding: readonly number[]): string {
  return `[${embedding.join(",")}]`;
}
