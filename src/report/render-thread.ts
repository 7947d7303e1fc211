import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { renderMarkdown } from "./text/markdown.ts";
import { renderHtml } from "./page.ts";
import type { Rendered, RenderTask } from "./renderer.ts";

/*
 * Makes documents, one at a time, on behalf of a process that must go on answering: see renderer.ts.
 */

// On Linux a thread has a priority of its own: answers that are short go first. Elsewhere it is the process's.
if (process.platform === "linux") setPriority(0, 5);

const port = parentPort;
if (port === null) throw new Error("this file runs in a thread of a renderer");

async function render(task: RenderTask): Promise<Uint8Array> {
  switch (task.kind) {
    case "md":
      return new TextEncoder().encode(renderMarkdown(task.finished));
    case "html":
      return new TextEncoder().encode(await renderHtml(task.finished));
    // Loaded when the first one is wanted: fonts and layout are more than all the rest.
    case "pdf":
      return (await import("./pdf/pdf.ts")).renderPdf(task.finished);
    case "receipt":
      return (await import("./text/receipt.ts")).renderReceipt(task.receipt);
  }
}

async function answer(task: RenderTask): Promise<Rendered> {
  try {
    // A copy of its own: what is handed over must not be a piece of a buffer that others use.
    return { ok: true, bytes: new Uint8Array(await render(task)) };
  } catch (error) {
    return { ok: false, stack: error instanceof Error ? String(error.stack) : String(error) };
  }
}

port.on("message", async (task: RenderTask) => {
  const rendered = await answer(task);
  port.postMessage(rendered, rendered.ok ? [rendered.bytes.buffer] : []);
});
