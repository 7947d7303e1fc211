import { loadArticles, loadPosts } from "#src/product/content/library.ts";
import { passagesOf } from "#src/product/content/passages.ts";
import type { Passage } from "#src/contract/jobs/assistant.ts";
import type { Route } from "#src/contract/api/route.ts";
import { routes } from "#src/contract/api/routes.ts";

/** @throws ContentFault, UnknownFact */
export function knowledgePassages(): Passage[] {
  return [...loadArticles(), ...loadPosts()].flatMap(passagesOf).concat(apiPassages());
}

/** One passage an operation. */
export function apiPassages(): Passage[] {
  return Object.values<Route>(routes).map((route) => {
    const { operationId, method, path, summary, description, headers, query, answers } = route;
    const fields = [...Object.entries(query?.shape ?? {}), ...Object.entries(headers?.shape ?? {})];
    const lines = [
      `${method.toUpperCase()} ${path}`,
      `${summary}.`,
      description,
      ...fields.flatMap(([name, schema]) =>
        schema.description === undefined ? [] : [`${name}: ${schema.description}`],
      ),
      // General answers say nothing of this operation.
      ...Object.entries(answers).flatMap(([status, answer]) =>
        answer.name === undefined ? [`Answer ${status}: ${answer.description}`] : [],
      ),
    ];
    return {
      id: `api/${operationId}`,
      source: "api",
      url: `/docs/api/${operationId}`,
      title: "API reference",
      heading: `${summary}: ${method.toUpperCase()} ${path}`,
      text: lines.join("\n"),
      asks: [],
    };
  });
}
