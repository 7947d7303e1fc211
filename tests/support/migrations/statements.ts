import { parse, parsePlPgSQL, type Node } from "libpg-query";
import { z } from "zod";

/** One statement of a migration, by Postgres' own parser. */
export interface Statement {
  readonly node: Node;
  /** Of the migration, from 0: what is committed together. */
  readonly part: number;
  /** Whether nothing else is in its part. */
  readonly alone: boolean;
  /** In the body of a `do` block. */
  readonly inBlock: boolean;
}

/** As `src/core/db/migrate.ts` cuts them. */
const partMark = /^(?=-- By itself\b)/mu;

/** All that a migration does, in its order. Bodies of functions are left out: a migration does not run them. */
export async function statementsOf(migration: string): Promise<Statement[]> {
  const found: Statement[] = [];
  for (const [part, text] of migration.split(partMark).entries()) {
    const nodes = await nodesOf(text);
    const alone = nodes.length === 1;
    for (const node of nodes) {
      found.push({ node, part, alone, inBlock: false });
      for (const query of await queriesIn(node))
        for (const inner of await nodesOf(query)) found.push({ node: inner, part, alone, inBlock: true });
    }
  }
  return found;
}

async function nodesOf(text: string): Promise<Node[]> {
  const { stmts = [] } = await parse(text);
  return stmts.flatMap(({ stmt }) => stmt ?? []);
}

/** `parseMode` 0: a statement, and no part of one. */
const Query = z.object({ query: z.string(), parseMode: z.literal(0) });

/** What a `do` block runs. */
async function queriesIn(node: Node): Promise<string[]> {
  const body = await blockOf(node);
  return fieldsOf(body).flatMap(([name, value]) => {
    const query = Query.safeParse(value);
    return name === "PLpgSQL_expr" && query.success ? [query.data.query] : [];
  });
}

/** Whether a `do` block runs a text that it puts together, which nobody can read before. */
export async function runsText(node: Node): Promise<boolean> {
  return fieldsOf(await blockOf(node)).some(([name]) => name.startsWith("PLpgSQL_stmt_dyn"));
}

async function blockOf(node: Node): Promise<unknown> {
  if (!("DoStmt" in node)) return null;
  const body = fieldsOf(node).find(([name]) => name === "sval")?.[1];
  return parsePlPgSQL(`do $linted$${z.string().parse(body)}$linted$`);
}

const Fields = z.record(z.string(), z.unknown());

/** Every field below a value, with its name. */
export function fieldsOf(value: unknown): [name: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  const fields = Fields.safeParse(value);
  if (!fields.success) return [];
  return Object.entries(fields.data).flatMap(([name, inner]) => [[name, inner], ...fieldsOf(inner)]);
}
