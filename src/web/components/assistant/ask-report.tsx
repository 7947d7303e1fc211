"use client";

import { z } from "zod";
import { ArrowUp } from "lucide-react";
import { Toolbar } from "radix-ui";
import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { AnswerKind, type AskedReport, Claim, assistantLimits } from "#src/contract/jobs/assistant.ts";
import { fetchOrRefuse, refusalIn } from "#src/web/components/ui/send.ts";
import { askPart } from "#src/web/components/analysis/report/closed-part.tsx";
import { Button, Spinner } from "#src/web/components/ui/elements.tsx";
import { FailureAlert, Form } from "#src/web/components/ui/form.tsx";
import type { Failure } from "#src/web/components/ui/use-action.ts";
import { useHydrated } from "#src/web/components/ui/early.ts";
import { Input } from "#src/web/components/ui/fields.tsx";

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

interface Turn {
  readonly question: string;
  readonly answer: ReportAnswer | null;
  readonly failure: Failure | null;
}

const examples = ["Which evidence speaks against it?", "What would change your mind?", "Who disagreed?"] as const;
const aboutStop = "What if the stop is 5% lower?";

/** Questions about one report, for whoever is signed in and may read it. Nothing of them is kept. */
export function AskReport({ report, hasStop }: { report: AskedReport; hasStop: boolean }) {
  const [question, setQuestion] = useState("");
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [busy, setBusy] = useState(false);
  const title = useId();
  const hydrated = useHydrated();
  const gone = useRef<AbortController | null>(null);
  useEffect(() => () => gone.current?.abort(), []);

  const send = (asked: string) => {
    const text = asked.trim();
    if (text === "" || busy) return;
    setQuestion("");
    setBusy(true);
    // One that failed is asked anew in its place.
    const before = turns.filter(({ failure }) => failure === null);
    const show = (turn: Omit<Turn, "question">) => setTurns([...before, { question: text, ...turn }]);
    show({ answer: null, failure: null });
    const stop = new AbortController();
    gone.current = stop;
    askReport({ report, question: text }, (answer) => show({ answer, failure: null }), stop.signal)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) show({ answer: null, failure: { ...refusalIn(error), retry: () => send(text) } });
      })
      .finally(() => setBusy(false));
  };
  return (
    <section
      id={askPart}
      aria-labelledby={title}
      className="mt-10 scroll-mt-28 grid gap-4 rounded-lg border bg-surface p-5 print:hidden"
    >
      <div className="grid gap-1">
        <h2 id={title} className="text-lg font-semibold text-ink">
          Ask this report
        </h2>
        <p className="text-sm text-muted">
          Answers come only from this report. Each sentence links to the statement, evidence or check it is based on.
        </p>
      </div>
      <div role="log" aria-live="polite" aria-busy={busy} aria-label="Questions and answers" className="grid gap-6">
        {turns.map((turn, index) => (
          <Answered key={`${index} ${turn.question}`} turn={turn} />
        ))}
      </div>
      {hydrated ? (
        <>
          <QuestionForm question={question} busy={busy} onType={setQuestion} onSend={() => send(question)} />
          <Toolbar.Root aria-label="Example questions" className="flex flex-wrap gap-2">
            {[...examples, ...(hasStop ? [aboutStop] : [])].map((example) => (
              <Toolbar.Button key={example} asChild disabled={busy} onClick={() => send(example)}>
                <Button variant="secondary" size="sm" className="h-auto min-h-8 py-1.5 text-left whitespace-normal">
                  {example}
                </Button>
              </Toolbar.Button>
            ))}
          </Toolbar.Root>
        </>
      ) : (
        <noscript>
          <p className="text-sm text-muted">Turn on JavaScript to ask this report.</p>
        </noscript>
      )}
    </section>
  );
}

interface QuestionProps {
  readonly question: string;
  readonly busy: boolean;
  readonly onType: (question: string) => void;
  readonly onSend: () => void;
}

function QuestionForm({ question, busy, onType, onSend }: QuestionProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSend();
  };
  return (
    <Form to={{ onSubmit: submit }} className="flex items-center gap-2">
      <Input
        value={question}
        onChange={(event) => onType(event.target.value)}
        maxLength={assistantLimits.questionLength}
        aria-label="Your question about this report"
        placeholder="Ask about this report"
        enterKeyHint="send"
        autoComplete="off"
      />
      <Button type="submit" size="icon" aria-label="Ask" title="Ask (Enter)" disabled={busy || question.trim() === ""}>
        <ArrowUp aria-hidden />
      </Button>
    </Form>
  );
}

function Answered({ turn: { question, answer, failure } }: { turn: Turn }) {
  return (
    <div className="grid gap-3 text-sm">
      <p className="font-medium wrap-anywhere text-ink">
        <span className="sr-only">You: </span>
        {question}
      </p>
      {failure === null ? null : <FailureAlert failure={failure} title="Your question was not answered" />}
      {answer === null && failure === null ? <Spinner label="Reading the report" /> : null}
      {answer?.note == null ? null : <p className="text-muted">{answer.note}</p>}
      {answer === null || answer.claims.length === 0 ? null : (
        <ul className="grid gap-3">
          {answer.claims.map((claim) => (
            <li key={`${claim.passage.id} ${claim.text}`}>
              <Cited claim={claim} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A sentence, and the place in the report that it rests on; its quote where that says it in other words. */
function Cited({ claim: { text, quote, passage } }: { claim: Claim }) {
  return (
    <div className="grid justify-items-start gap-1">
      <p className="leading-relaxed wrap-anywhere whitespace-pre-line text-ink">{text}</p>
      {text.includes(quote) ? null : <q className="text-xs wrap-anywhere text-muted">{quote}</q>}
      <a
        href={passage.url}
        className="rounded-sm text-xs text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
      >
        <span className="sr-only">Source: </span>
        {passage.title}
        {passage.heading === null ? "" : ` › ${passage.heading}`}
      </a>
    </div>
  );
}
