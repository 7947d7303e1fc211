import { loadArticles, loadPosts, type Article, type Post } from "#src/product/content/library.ts";

/** An article with what stands around it; `null` when there is none of that name. */
export function findArticle(slug: string) {
  return around(loadArticles(), slug);
}

/** A post; `previous` is the older one. */
export function findPost(slug: string) {
  return around(loadPosts().toReversed(), slug);
}

function around<T extends Article | Post>(all: readonly T[], slug: string) {
  const at = all.findIndex((one) => one.slug === slug);
  const document = all[at];
  if (document === undefined) return null;
  const related = document.related.flatMap((name) => all.find((one) => one.slug === name) ?? []);
  return { document, previous: all[at - 1], next: all[at + 1], related };
}
