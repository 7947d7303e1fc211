import { documentVersion, type RenderTask } from "#src/report/renderer.ts";
import { sha256 } from "#src/core/hash.ts";
import { findDocument, keepDocument } from "#src/product/documents/queries/rendered-documents.ts";
import type { Deps } from "./deps.ts";
import { type RequestContext, isKnown, answer } from "./answers.ts";
import type { SystemContext } from "#src/product/context.ts";

interface Asked {
  readonly task: RenderTask;
  /** Who asks, and may. */
  readonly owner: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Answering = (c: RequestContext, asked: Asked) => Promise<Response>;

/** By the hash of what it is made from: 304, from the database, or made once in a thread for all who ask. */
export function createDocuments(deps: SystemContext & Pick<Deps, "renderer" | "limits" | "log">): Answering {
  const version = documentVersion();
  return async (c, { task, owner, headers: given }) => {
    const hash = sha256(`${version}\n${JSON.stringify(task)}`);
    const headers = { "cache-control": "private, no-cache", ...given, etag: `"${hash.slice(0, 32)}"` };
    if (isKnown(c, headers.etag))
      return answer(304, null, { etag: headers.etag, "cache-control": headers["cache-control"] });
    // A text is made as fast as it is fetched.
    const kept = task.kind === "pdf" || task.kind === "receipt";
    if (kept) await deps.limits.takeDocument(owner);
    // Documents are kept in the clear; what its owner holds is not.
    const isPrivate = task.kind !== "receipt" && task.finished.forHoldings !== undefined;
    const found = kept && !isPrivate ? await findDocument(deps.db.sql, hash, deps.clock.now()) : null;
    if (found !== null) return answer(200, new Uint8Array(found), headers);
    const gone = new AbortController();
    c.env.outgoing.once("close", () => gone.abort());
    const bytes = await deps.renderer.render({ task, key: hash, owner, signal: gone.signal });
    if (kept && !isPrivate)
      await keepDocument(deps.db.sql, { hash, owner, bytes }, deps.clock.now()).catch((error: unknown) =>
        deps.log.warn({ err: error }, "a document could not be kept"),
      );
    return answer(200, bytes, headers);
  };
}
