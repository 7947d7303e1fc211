import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import { z } from "zod";

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).transform(Number).optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
});
const Attribute = z.object({ key: z.string(), value: Value });
const Attributes = z
  .array(Attribute)
  .default([])
  .transform((list): Record<string, string | number | boolean | undefined> =>
    Object.fromEntries(
      list.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue]),
    ),
  );
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: Attributes,
  status: z.object({ code: z.number().optional() }).optional(),
});
const Body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

export type ReceivedSpan = z.output<typeof Span> & { readonly service: string };

/** A collector: OTLP over HTTP, as JSON. Any other path answers 200 and is kept too. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** All bodies of traces, as they came. */
  readonly text: () => string;
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
}

/** Gone when the test ends. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const requests: OtlpReceiver["requests"][number][] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { url: path = "", headers } = request;
    requests.push({ path, headers });
    if (path === "/v1/traces") {
      bodies.push(body);
      for (const { resource, scopeSpans } of Body.parse(JSON.parse(body)).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, service: String(resource.attributes["service.name"]) });
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : null;
  return { url: `http://127.0.0.1:${port}`, spans, text: () => bodies.join("\n"), requests };
}
