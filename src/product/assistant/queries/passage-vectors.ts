import { sql } from "kysely";
import type { Sql } from "#src/core/db/database.ts";

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
