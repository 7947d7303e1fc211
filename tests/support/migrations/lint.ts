import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint, Node } from "libpg-query";
import { z } from "zod";
import { fieldsOf, runsText, statementsOf, type Statement } from "./statements.ts";

/** From here on migrations are held to the rules. The baseline before them is applied to an empty database. */
export const firstLinted = "0098";

export const migrationFolder = join(import.meta.dirname, "../../../src/core/db/migrations");

/** What a rule looks at: a statement, and all that the migration has done when it ends. */
interface Place extends Statement {
  readonly soFar: readonly Statement[];
  /** Made by this migration: nobody waits for them yet, and they have no rows. */
  readonly made: ReadonlySet<string>;
  /** An older migration that its author names as the one since which no code uses what is dropped. */
  readonly unusedSince: string | null;
}

const unusedMark = /^-- Unused since (\d{4})\b/m;

/**
 * What a migration does that a service at work cannot bear: a table locked for as long as its rows are read or written
 * anew, or something taken away from code that still runs (docs/adr/0019).
 * @param name of its file, with its number
 */
export async function lintMigration(name: string, text: string): Promise<string[]> {
  const statements = await statementsOf(text);
  const made = new Set(statements.flatMap(({ node }) => ("CreateStmt" in node ? nameOf(node.CreateStmt) : [])));
  const since = unusedMark.exec(text)?.[1] ?? null;
  const unusedSince = since !== null && since < name.slice(0, 4) ? since : null;
  const found: string[] = [];
  for (const [index, statement] of statements.entries()) {
    const place = { ...statement, soFar: statements.slice(0, index + 1), made, unusedSince };
    found.push(...problemsAt(place));
    if (await runsText(statement.node)) found.push("execute: nobody can read before what it runs");
  }
  return [...new Set(found)];
}

/** The tables that a migration changes, and has not made. */
export async function tablesChangedBy(name: string): Promise<string[]> {
  const statements = await statementsOf(await readFile(join(migrationFolder, name), "utf8"));
  const made = new Set(statements.flatMap(({ node }) => ("CreateStmt" in node ? nameOf(node.CreateStmt) : [])));
  const changed = statements.flatMap(({ node }) => {
    if ("AlterTableStmt" in node) return nameOf(node.AlterTableStmt);
    return "IndexStmt" in node ? nameOf(node.IndexStmt) : [];
  });
  return [...new Set(changed)].filter((table) => !made.has(table));
}

function problemsAt(place: Place): string[] {
  const { node } = place;
  if ("AlterTableStmt" in node) return alterProblems(place, node.AlterTableStmt);
  return [...indexProblems(place), ...wholeTableProblems(place), ...withdrawalProblems(place), ...waitProblems(place)];
}

function indexProblems({ node, soFar, alone, made }: Place): string[] {
  if ("IndexStmt" in node) {
    const { concurrent = false, idxname = "" } = node.IndexStmt;
    if (nameOf(node.IndexStmt).every((table) => made.has(table))) return [];
    if (!concurrent) return [`create index ${idxname}: concurrently, as nobody could write to the table meanwhile`];
    return [
      ...(alone ? [] : [`create index ${idxname}: in a part of its own, "-- By itself"`]),
      ...(soFar.some((earlier) => dropsIndex(earlier.node, idxname))
        ? []
        : [
            `create index ${idxname}: after drop index concurrently if exists, as one that was broken off is of no use`,
          ]),
    ];
  }
  if ("DropStmt" in node && node.DropStmt.removeType === "OBJECT_INDEX") {
    if (node.DropStmt.concurrent !== true) return ["drop index: concurrently"];
    return alone ? [] : ['drop index: in a part of its own, "-- By itself"'];
  }
  if ("ReindexStmt" in node) return ["reindex: make another index concurrently, and drop the old one"];
  return [];
}

function dropsIndex(node: Node, index: string): boolean {
  if (!("DropStmt" in node) || node.DropStmt.removeType !== "OBJECT_INDEX") return false;
  const { missing_ok: repeatable = false } = node.DropStmt;
  return repeatable && stringsIn(node.DropStmt.objects).includes(index);
}

const Changed = z.object({ relation: z.object({ relname: z.string() }), whereClause: z.unknown().optional() });

function wholeTableProblems({ node, made }: Place): string[] {
  const found: string[] = [];
  for (const [kind, value] of fieldsOf(node)) {
    if (kind !== "UpdateStmt" && kind !== "DeleteStmt") continue;
    const { relation, whereClause } = Changed.parse(value);
    if (made.has(relation.relname)) continue;
    // `where true` is none.
    if (whereClause === undefined || !fieldsOf(whereClause).some(([name]) => name === "ColumnRef"))
      found.push(`${kind === "UpdateStmt" ? "update" : "delete from"} ${relation.relname}: a thousand rows at a time`);
  }
  if ("TruncateStmt" in node) found.push("truncate: takes from code that runs what it reads");
  if ("VacuumStmt" in node && node.VacuumStmt.is_vacuumcmd === true) found.push("vacuum: is the server's own work");
  if ("ClusterStmt" in node || "RefreshMatViewStmt" in node) found.push("cluster, refresh: writes the table anew");
  return found;
}

/** What the code of the release before this one may still use. */
function withdrawalProblems({ node, made, unusedSince }: Place): string[] {
  if ("RenameStmt" in node) {
    const { renameType, relation } = node.RenameStmt;
    const kinds = ["OBJECT_TABLE", "OBJECT_COLUMN", "OBJECT_VIEW"];
    if (!kinds.includes(renameType ?? "") || made.has(relation?.relname ?? "")) return [];
    return ["rename: workers of the release before know the old name; add the new one, and drop the old one later"];
  }
  if (!("DropStmt" in node)) return [];
  const kinds = ["OBJECT_TABLE", "OBJECT_VIEW", "OBJECT_FUNCTION"];
  if (!kinds.includes(node.DropStmt.removeType ?? "") || unusedSince !== null) return [];
  return stringsIn(node.DropStmt.objects).some((name) => made.has(name)) ? [] : [`drop: ${whenUnused}`];
}

const whenUnused = 'in a release after the one that stopped using it, with the line "-- Unused since NUMBER"';

function waitProblems({ node }: Place): string[] {
  if ("LockStmt" in node) return ["lock table: statements take the locks that they need"];
  const isSet =
    "VariableSetStmt" in node
      ? node.VariableSetStmt.kind === "VAR_RESET_ALL" || node.VariableSetStmt.name === "lock_timeout"
      : "DiscardStmt" in node || stringsIn(node).some((text) => text.toLowerCase() === "lock_timeout");
  return isSet ? ["lock_timeout: src/core/db/migrate.ts sets it for every statement"] : [];
}

function alterProblems(place: Place, statement: AlterTableStmt): string[] {
  const table = nameOf(statement)[0] ?? "";
  if (place.made.has(table)) return [];
  return (statement.cmds ?? []).flatMap((cmd) =>
    "AlterTableCmd" in cmd
      ? commandProblems(place, cmd.AlterTableCmd).map((problem) => `alter table ${table} ${problem}`)
      : [],
  );
}

const rewriting: readonly string[] = ["AT_SetLogged", "AT_SetUnLogged", "AT_SetTableSpace", "AT_SetAccessMethod"];

function commandProblems(place: Place, { subtype = "AT_AddColumn", name = "", def }: AlterTableCmd): string[] {
  if (subtype === "AT_AddColumn" && def !== undefined && "ColumnDef" in def) return columnProblems(def.ColumnDef);
  if (subtype === "AT_AddConstraint" && def !== undefined && "Constraint" in def)
    return constraintProblems(def.Constraint);
  if (subtype === "AT_AlterColumnType") return [`alter column ${name} type: writes the table anew; add a column`];
  if (subtype === "AT_DropColumn" && place.unusedSince === null) return [`drop column ${name}: ${whenUnused}`];
  if (subtype === "AT_SetNotNull" && !isKnownNotNull(place, name))
    return [`alter column ${name} set not null: reads all rows; validate a check that it is not null before`];
  if (subtype === "AT_ValidateConstraint" && adds(place, name, ({ part }) => part === place.part))
    return [`validate constraint ${name}: in another part than it is added, as that one holds the lock to its end`];
  return rewriting.includes(subtype) ? ["set: writes the table anew"] : [];
}

function columnProblems({ colname = "", constraints = [], typeName }: ColumnDef): string[] {
  const type = stringsIn(typeName).at(-1) ?? "";
  const kinds = constraints.flatMap((one) => ("Constraint" in one ? one.Constraint : []));
  const has = (kind: Constraint["contype"]): boolean => kinds.some(({ contype }) => contype === kind);
  const found: string[] = [];
  const given = kinds.find(({ contype }) => contype === "CONSTR_DEFAULT")?.raw_expr;
  if (given !== undefined && !isConstant(given)) found.push("default: a constant, else each row is written anew");
  const isStored = kinds.some(({ contype, generated_kind: kind }) => contype === "CONSTR_GENERATED" && kind !== "v");
  if (isStored || has("CONSTR_IDENTITY") || type.endsWith("serial")) found.push("computed: each row is written anew");
  if (has("CONSTR_NOTNULL") && given === undefined) found.push("not null: with a constant default");
  if (has("CONSTR_UNIQUE") || has("CONSTR_PRIMARY")) found.push("unique: by an index made concurrently");
  if (has("CONSTR_FOREIGN") || has("CONSTR_CHECK")) found.push("constraint: added not valid, and validated later");
  return found.map((problem) => `add column ${colname} ${problem}`);
}

/** One value for all rows, which Postgres notes beside the table. `now()` is one for the whole statement. */
function isConstant(value: Node): boolean {
  const allowed = new Set(["A_Const", "TypeCast", "A_ArrayExpr", "SQLValueFunction"]);
  if ("TypeCast" in value) return value.TypeCast.arg !== undefined && isConstant(value.TypeCast.arg);
  if ("A_ArrayExpr" in value) return (value.A_ArrayExpr.elements ?? []).every(isConstant);
  if ("FuncCall" in value) return stringsIn(value.FuncCall.funcname).at(-1) === "now";
  return Object.keys(value).every((kind) => allowed.has(kind));
}

function constraintProblems({ contype, conname = "", indexname = "", skip_validation: later = false }: Constraint) {
  const kinds: readonly (typeof contype)[] = ["CONSTR_CHECK", "CONSTR_FOREIGN", "CONSTR_NOTNULL"];
  if (kinds.includes(contype)) return later ? [] : [`add constraint ${conname}: not valid, and validated later`];
  return indexname === "" ? [`add constraint ${conname}: using an index made concurrently`] : [];
}

/** Whether the migration has added a constraint of that name. */
function adds({ soFar }: Place, name: string, where: (at: Statement & { constraint: Constraint }) => boolean) {
  return constraintsIn(soFar).some((at) => at.constraint.conname === name && where(at));
}

function constraintsIn(statements: readonly Statement[]): (Statement & { constraint: Constraint })[] {
  return commandsIn(statements).flatMap(({ def, ...statement }) =>
    def !== undefined && "Constraint" in def ? [{ ...statement, constraint: def.Constraint }] : [],
  );
}

function commandsIn(statements: readonly Statement[]): (Statement & AlterTableCmd)[] {
  return statements.flatMap((statement) =>
    "AlterTableStmt" in statement.node
      ? (statement.node.AlterTableStmt.cmds ?? []).flatMap((cmd) =>
          "AlterTableCmd" in cmd ? [{ ...statement, ...cmd.AlterTableCmd }] : [],
        )
      : [],
  );
}

/** By a check `column is not null` that the migration has validated: Postgres then reads no row. */
function isKnownNotNull({ soFar }: Place, column: string): boolean {
  const validated = commandsIn(soFar).flatMap(({ subtype, name }) =>
    subtype === "AT_ValidateConstraint" && name !== undefined ? [name] : [],
  );
  return constraintsIn(soFar).some(
    ({ constraint: { conname = "", raw_expr: says } }) =>
      validated.includes(conname) &&
      says !== undefined &&
      "NullTest" in says &&
      says.NullTest.nulltesttype === "IS_NOT_NULL" &&
      stringsIn(says.NullTest.arg).at(-1) === column,
  );
}

function nameOf({ relation }: { readonly relation?: { readonly relname?: string } }): string[] {
  return relation?.relname === undefined ? [] : [relation.relname];
}

/** Names and texts below a node. */
function stringsIn(value: unknown): string[] {
  return fieldsOf(value).flatMap(([name, text]) => (name === "sval" && typeof text === "string" ? [text] : []));
}
