import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { databaseIsAway, shortageOf } from "#src/core/network/database-away.ts";

/* Next bundles what it is told errors by; that and the server around it are two copies of this file in one process. */
const failures = channel("conclave:page-failed");
const answering = new AsyncLocalStorage<{ mayComeAgain: boolean }>();

/** Tells the server why a page failed. */
export function notePageError(error: unknown): void {
  failures.publish({ error });
}

/** Hears of each page that fails, in the request that it was made for. */
export function hearPageErrors(): void {
  failures.subscribe((message) => {
    const request = answering.getStore();
    if (request === undefined || !isFailure(message)) return;
    request.mayComeAgain ||= databaseIsAway(message.error) || shortageOf(message.error) !== null;
  });
}

/** Renders a page; one that fails because the database is away or full answers as the API does: not now, but soon. */
export function answerPage(response: ServerResponse, render: () => Promise<void>): Promise<void> {
  const request = { mayComeAgain: false };
  const { writeHead } = response;
  response.writeHead = (status: number, ...rest: unknown[]): ServerResponse => {
    const away = status === 500 && request.mayComeAgain && !response.headersSent;
    if (away) response.setHeader("retry-after", "2");
    return Reflect.apply(writeHead, response, [away ? 503 : status, ...rest]);
  };
  return answering.run(request, render);
}

function isFailure(message: unknown): message is { readonly error: unknown } {
  return typeof message === "object" && message !== null && "error" in message;
}
