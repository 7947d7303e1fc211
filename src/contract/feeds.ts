/** Where the blog's feeds are. */
export const feedPaths = { rss: "/blog/feed.xml", json: "/blog/feed.json", atom: "/blog/atom.xml" } as const;
