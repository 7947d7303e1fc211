import { z } from "zod";
import { AnswerKind, Claim, type AskedReport } from "#src/contract/jobs/assistant.ts";
import { fetchOrRefuse } from "#src/web/components/ui/send.ts";

/** An answer about a report as it comes; `kind` is there when it is whole. */
export interface ReportAnswer {
  readonly kind: AnswerKind | null;
  readonly note: string | null;
  readonly claims: readonly Claim[];
}

/** What of the stream an answer is made of. */
const StreamPart = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text-delta"), id: z.string(), delta: z.string() }),
  z.object({ type: z.literal("data-claim"), id: z.string(), data: Claim.omit({ text: true }) }),
  z.object({ type: z.literal("finish"), messageMetadata: z.object({ kind: AnswerKind }) }),
]);

/** Asks a report, and tells the answer each time that it has grown. @throws Refused, see `refusalIn` */
export async function askReport(
  { report, question }: { readonly report: AskedReport; readonly question: string },
  grown: (answer: ReportAnswer) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetchOrRefuse("/api/assistant", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      id: "report",
      report,
      messages: [{ role: "user", parts: [{ type: "text", text: question }] }],
    }),
    signal,
  });
  if (response.body === null) throw new Error("the answer has no body");
  const texts = new Map<string, string>();
  let answer: ReportAnswer = { kind: null, note: null, claims: [] };
  let rest = "";
  for await (const piece of pieces(response.body)) {
    const events = (rest + piece).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const part = partIn(event);
      if (part === null) continue;
      if (part.type === "text-delta") texts.set(part.id, part.delta);
      else if (part.type === "data-claim") {
        answer = { ...answer, claims: [...answer.claims, { text: texts.get(part.id) ?? "", ...part.data }] };
        texts.delete(part.id);
        grown(answer);
      } else answer = { ...answer, kind: part.messageMetadata.kind };
    }
  }
  // What is no claim's text is a note.
  grown({ ...answer, note: texts.size === 0 ? null : [...texts.values()].join(" ") });
  if (answer.kind === null) throw new Error("the answer was interrupted");
}

async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}

function partIn(event: string): z.infer<typeof StreamPart> | null {
  if (!event.startsWith("data: {")) return null;
  const part = StreamPart.safeParse(JSON.parse(event.slice("data: ".length)));
  return part.success ? part.data : null;
}
