import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const room = "src/product";
/** Where everything stands that is not a verb: what other things use too, what is the thing's own, and its SQL. */
const apart: readonly string[] = ["public", "lib", "queries"];
/** What has a shape of its own. */
const others: readonly string[] = ["content", "processors"];
const contexts: readonly string[] = ["SystemContext", "Context", "AdminContext"];

/**
 * What is not of the one shape in src/product of a repository (docs/ARCHITECTURE.md): a thing's folder has its verbs and
 * `public`, `lib` and `queries`; a file of verbs exports nothing else but types, and a verb is `verb(ctx, input)` with
 * one of three contexts.
 */
export function serviceProblems(root: string): string[] {
  const files = globSync(`${room}/**/*.ts`, { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted();
  return files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
    const say = (what: string): string => `${file}: ${what}`;
    return [...placeProblems(file, source), ...wholeContextProblems(file, source)].map(say);
  });
}

function placeProblems(file: string, source: ts.SourceFile): string[] {
  const [entity, inside, ...deeper] = file.slice(room.length + 1).split("/");
  if (inside === undefined)
    return entity === "context.ts" ? [] : ["a service stands in the folder of what it is about"];
  if (others.includes(entity ?? "") || others.includes(inside)) return [];
  if (deeper.length === 0) return verbProblems(source);
  return apart.includes(inside) ? [] : [`what is not a verb stands in ${apart.join("/, ")}/`];
}

function verbProblems(source: ts.SourceFile): string[] {
  const exported = source.statements.filter((statement) => isExported(statement) && !isType(statement));
  if (exported.length === 0) return [`it exports no verb; what is not a verb stands in ${apart.join("/, ")}/`];
  return exported.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement))
      return [`it exports verbs and types alone; what is not a verb stands in ${apart.join("/, ")}/`];
    const verb = statement.name?.text ?? "";
    const [ctx, , ...more] = statement.parameters;
    const found = more.length > 0 ? [`${verb} takes (ctx, input), and no more`] : [];
    if (ctx === undefined || !ts.isIdentifier(ctx.name) || !/^_?ctx$/.test(ctx.name.text) || !isContext(ctx.type))
      found.push(`the first parameter of ${verb} is ctx, a ${contexts.slice(0, -1).join(", ")} or ${contexts.at(-1)}`);
    return found;
  });
}

function isExported(statement: ts.Statement): boolean {
  if (ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)) return true;
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}

function isType(statement: ts.Statement): boolean {
  return ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
}

function isContext(type: ts.TypeNode | undefined): boolean {
  return type !== undefined && ts.isTypeReferenceNode(type) && contexts.includes(type.typeName.getText());
}

/** A part of a context is a shape of its own, and a scope that is looked up elsewhere a check of its own. */
function wholeContextProblems(file: string, source: ts.SourceFile): string[] {
  if (file === `${room}/context.ts`) return [];
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (
      ts.isTypeReferenceNode(node) &&
      /^(?:Pick|Omit)$/.test(node.typeName.getText()) &&
      isContext(node.typeArguments?.[0])
    )
      found.add("a service asks for a whole context, not for a part of one");
    if (
      ts.isPropertyAccessExpression(node) &&
      node.name.text === "includes" &&
      /\bscopes$/.test(node.expression.getText())
    )
      found.add("a scope is checked by requireScope of src/product/context.ts");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}
