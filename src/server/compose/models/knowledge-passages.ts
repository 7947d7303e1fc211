import { loadArticles, loadPosts } from "#src/product/content/library.ts";
import { passagesOf } from "#src/product/content/passages.ts";
import type { Passage } from "#src/contract/jobs/assistant.ts";
import { apiPassages } from "#src/product/assistant/public/api-passages.ts";

/** @throws ContentFault, UnknownFact */
export function knowledgePassages(): Passage[] {
  return [...loadArticles(), ...loadPosts()].flatMap(passagesOf).concat(apiPassages());
}
