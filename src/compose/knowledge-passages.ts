import { loadArticles, loadPosts } from "#src/content/library.ts";
import { passagesOf } from "#src/content/passages.ts";
import type { Passage } from "#src/contract/assistant.ts";
import { apiPassages } from "#src/services/assistant/lib/api-passages.ts";

/** @throws ContentFault, UnknownFact */
export function knowledgePassages(): Passage[] {
  return [...loadArticles(), ...loadPosts()].flatMap(passagesOf).concat(apiPassages());
}
