"use client";

import { useChat, type Chat } from "@ai-sdk/react";
import { ArrowUp, Square } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from "react";
import { assistantLimits, type Claim } from "#src/contract/jobs/assistant.ts";
import { Button, Spinner } from "#src/web/components/ui/elements.tsx";
import { FailureAlert, Form } from "#src/web/components/ui/form.tsx";
import { refusalIn } from "#src/web/components/ui/send.ts";
import { AnswerView } from "./answer-view.tsx";
import { suggestions, answerIn, textIn, type AssistantMessage } from "./messages.ts";
import { Textarea } from "#src/web/components/ui/fields.tsx";

interface Props {
  readonly chat: Chat<AssistantMessage>;
  /** No language model answers. */
  readonly isSearch: boolean;
  /** It is the view that is seen. */
  readonly shown: boolean;
  readonly cite: (claim: Claim) => void;
}

/** One conversation, and the field to go on with it: Enter sends, Shift+Enter begins a new line. */
export function ChatView({ chat, isSearch, shown, cite }: Props) {
  const [question, setQuestion] = useState("");
  const { messages, sendMessage, regenerate, status, stop, error, clearError } = useChat<AssistantMessage>({ chat });
  const field = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const busy = status === "submitted" || status === "streaming";
  const said = messages.reduce((parts, message) => parts + message.parts.length, 0);

  useEffect(() => {
    if (shown) field.current?.focus();
  }, [shown]);
  useEffect(() => {
    if (said > 0 || busy) end.current?.scrollIntoView({ block: "end" });
  }, [said, busy]);

  const send = (text: string) => {
    const asked = text.trim();
    if (asked === "" || busy) return;
    clearError();
    setQuestion("");
    void sendMessage({ text: asked });
    field.current?.focus();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(question);
  };
  const type = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter is its own.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send(question);
  };
  return (
    <>
      <div
        role="log"
        aria-label="Conversation"
        aria-live="polite"
        aria-busy={busy}
        className="min-h-0 flex-1 overflow-y-auto px-4 py-4"
      >
        {messages.length === 0 ? <Welcome isSearch={isSearch} send={send} /> : null}
        <Messages messages={messages} busy={busy} cite={cite} />
        {busy ? (
          <p className="mt-4 flex items-center gap-2 text-muted">
            <Spinner />
            {doing(messages.at(-1))}
          </p>
        ) : null}
        {error === undefined ? null : (
          <div className="mt-4">
            <FailureAlert
              failure={{ ...refusalIn(error), retry: () => void regenerate() }}
              title="Your question was not answered"
            />
          </div>
        )}
        <div ref={end} />
      </div>
      <Form to={{ onSubmit: submit }} className="flex shrink-0 items-end gap-2 border-t px-4 pt-3 pb-2">
        <Textarea
          ref={field}
          rows={2}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          onKeyDown={type}
          maxLength={assistantLimits.questionLength}
          aria-label="Your question"
          placeholder="Ask about Conclave"
          enterKeyHint="send"
          className="max-h-40 resize-none"
        />
        <SendOrStop busy={busy} isEmpty={question.trim() === ""} stop={() => void stop()} />
      </Form>
    </>
  );
}

interface MessagesProps extends Pick<Props, "cite"> {
  readonly messages: readonly AssistantMessage[];
  readonly busy: boolean;
}

function Messages({ messages, busy, cite }: MessagesProps) {
  return (
    <div className="grid gap-5">
      {messages.map((message, index) =>
        message.role === "user" ? (
          <p
            key={message.id}
            className="ml-8 justify-self-end rounded-lg bg-accent-soft px-3 py-2 wrap-anywhere whitespace-pre-wrap"
          >
            <span className="sr-only">You: </span>
            {textIn(message)}
          </p>
        ) : (
          <AnswerView
            key={message.id}
            answer={answerIn(message)}
            coming={busy && index === messages.length - 1}
            cite={cite}
          />
        ),
      )}
    </div>
  );
}

function SendOrStop({ busy, isEmpty, stop }: { busy: boolean; isEmpty: boolean; stop: () => void }) {
  return busy ? (
    <Button variant="secondary" size="icon" aria-label="Stop" title="Stop" onClick={stop}>
      <Square aria-hidden />
    </Button>
  ) : (
    <Button type="submit" size="icon" aria-label="Send" title="Send (Enter)" disabled={isEmpty}>
      <ArrowUp aria-hidden />
    </Button>
  );
}

function Welcome({ isSearch, send }: { isSearch: boolean; send: (question: string) => void }) {
  return (
    <div className="grid gap-3 pb-4">
      <p className="text-muted">
        {isSearch
          ? "No language model is set up on this server. Ask how something works, and you get the passages of the help centre, the blog and the API reference that match best, word for word."
          : "Ask how something works. Answers come from the help centre, the blog and the API reference, and each links to its source."}
      </p>
      <ul className="grid gap-2">
        {suggestions.map((question) => (
          <li key={question}>
            <Button
              variant="secondary"
              size="sm"
              className="h-auto min-h-8 py-1.5 text-left whitespace-normal"
              onClick={() => send(question)}
            >
              {question}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function doing(last: AssistantMessage | undefined): string {
  const part = last?.parts.findLast(({ type }) => type === "data-progress");
  return part?.type === "data-progress" && part.data.stage === "reading"
    ? `Reading ${part.data.passages} passages…`
    : "Searching the pages…";
}
