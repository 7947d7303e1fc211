"use client";

import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, generateId } from "ai";
import { ArrowLeft, History, MessageSquarePlus, Trash2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Claim, ConversationSummary } from "#src/contract/jobs/assistant.ts";
import {
  citedPassage,
  conversation,
  conversations,
  forgetConversation,
  forgetConversations,
} from "#src/web/actions/assistant.ts";
import { Button, Spinner } from "#src/web/components/ui/elements.tsx";
import { FailureAlert, ActionButton } from "#src/web/components/ui/form.tsx";
import { fetchOrRefuse } from "#src/web/components/ui/send.ts";
import { Time } from "#src/web/components/ui/time.tsx";
import { useAction, useAnswer } from "#src/web/components/ui/use-action.ts";
import { Place } from "./answer-view.tsx";
import { ChatView } from "./chat-view.tsx";
import { type AssistantMessage, messagesOf } from "./messages.ts";

type View =
  | { readonly name: "chat" }
  | { readonly name: "history" }
  | { readonly name: "passage"; readonly claim: Claim };

/** Outlives the panel: closing it and opening it again shows the same conversation. */
let kept: Chat<AssistantMessage> | null = null;

function newChat(id: string = generateId(), messages: AssistantMessage[] = []): Chat<AssistantMessage> {
  kept = new Chat<AssistantMessage>({
    id,
    messages,
    transport: new DefaultChatTransport({
      api: "/api/assistant",
      fetch: fetchOrRefuse,
      // What was said before is kept on the server; only the question is sent.
      prepareSendMessagesRequest: ({ id: chat, messages: all }) => ({ body: { id: chat, messages: all.slice(-1) } }),
    }),
  });
  return kept;
}

/** What stands in the assistant's panel: a conversation, the earlier ones, or a passage that was cited. */
export function AssistantPanel({ isSearch, close }: { isSearch: boolean; close: () => void }) {
  const [chat, setChat] = useState(() => kept ?? newChat());
  const [view, setView] = useState<View>({ name: "chat" });
  const begin = () => {
    void chat.stop();
    setChat(newChat());
    setView({ name: "chat" });
  };
  const opening = useAction(conversation, (turns, [id]) => {
    setChat(newChat(id, messagesOf(id, turns)));
    setView({ name: "chat" });
  });
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-1 border-b pr-2 pl-4">
        <p aria-hidden className="mr-auto font-semibold">
          Assistant
        </p>
        <Button variant="ghost" size="icon" aria-label="New conversation" title="New conversation" onClick={begin}>
          <MessageSquarePlus aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Earlier conversations"
          title="Earlier conversations"
          aria-pressed={view.name === "history"}
          onClick={() => setView(view.name === "history" ? { name: "chat" } : { name: "history" })}
        >
          <History aria-hidden />
        </Button>
        <Button variant="ghost" size="icon" aria-label="Close the assistant" title="Close (Esc)" onClick={close}>
          <X aria-hidden />
        </Button>
      </div>
      {view.name === "history" ? (
        <>
          {opening.failure === null ? null : (
            <div className="p-4 pb-0">
              <FailureAlert failure={opening.failure} title="The conversation could not be opened" />
            </div>
          )}
          <HistoryView
            open={opening.act}
            forgotten={(id) => {
              if (id === null || id === chat.id) setChat(newChat());
            }}
          />
        </>
      ) : null}
      {view.name === "passage" ? (
        <PassageView key={view.claim.passage.id} claim={view.claim} back={() => setView({ name: "chat" })} />
      ) : null}
      {/* Hidden, not gone: a question that is half typed and the place in the conversation stay. */}
      <div className={view.name === "chat" ? "flex min-h-0 flex-1 flex-col" : "hidden"}>
        <ChatView
          key={chat.id}
          chat={chat}
          isSearch={isSearch}
          shown={view.name === "chat"}
          cite={(claim) => setView({ name: "passage", claim })}
        />
      </div>
    </>
  );
}

interface Props {
  readonly open: (id: string) => void;
  /** @param id `null`: all of them */
  readonly forgotten: (id: string | null) => void;
}

/** Earlier conversations, to go on with or to delete. */
function HistoryView({ open, forgotten }: Props) {
  const { value, failure } = useAnswer(conversations);
  const [gone, setGone] = useState<readonly string[]>([]);
  const summaries = value?.filter(({ id }) => !gone.includes(id)) ?? null;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const forget = (id: string | null): void => {
    setGone(id === null ? (value ?? []).map((one) => one.id) : [...gone, id]);
    forgotten(id);
    title.current?.focus();
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4">
      <h2 ref={title} tabIndex={-1} className="mb-3 font-semibold outline-none">
        Earlier conversations
      </h2>
      <FailureAlert failure={failure} title="The conversations could not be loaded" />
      {summaries === null && failure === null ? <Spinner label="Loading" /> : null}
      {summaries?.length === 0 ? <p className="text-muted">No earlier conversations.</p> : null}
      <ul className="grid gap-1">
        {summaries?.map((one) => (
          <Conversation key={one.id} summary={one} open={() => open(one.id)} forgotten={() => forget(one.id)} />
        ))}
      </ul>
      {summaries !== null && summaries.length > 1 ? (
        <div className="mt-4 grid justify-items-start gap-3">
          <ActionButton
            action={forgetConversations}
            given={[]}
            done={() => forget(null)}
            failed="Nothing was deleted"
            variant="danger"
            size="sm"
          >
            Delete all
          </ActionButton>
        </div>
      ) : null}
    </div>
  );
}

interface ConversationProps {
  readonly summary: ConversationSummary;
  readonly open: () => void;
  readonly forgotten: () => void;
}

function Conversation({ summary: { id, title: question, updatedAt }, open, forgotten }: ConversationProps) {
  const { pending, failure, act } = useAction(forgetConversation, forgotten);
  return (
    <li className="flex flex-wrap items-center gap-1">
      <button
        type="button"
        onClick={open}
        className="grid min-w-0 flex-1 rounded-md px-2 py-1.5 text-left hover:bg-sunken"
      >
        <span className="truncate">{question}</span>
        <span className="text-xs text-muted">
          <Time at={updatedAt} />
        </span>
      </button>
      <Button
        variant="ghost"
        size="icon"
        disabled={pending}
        aria-label={`Delete the conversation “${question}”`}
        title="Delete"
        onClick={() => act(id)}
      >
        <Trash2 aria-hidden />
      </Button>
      <FailureAlert failure={failure} title="The conversation was not deleted" />
    </li>
  );
}

/** The passage that a claim rests on, with the quote marked, and the way to its page. */
function PassageView({ claim, back }: { claim: Claim; back: () => void }) {
  const { passage: ref, quote } = claim;
  const { value: passage, failure } = useAnswer(citedPassage, ref.id);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
      <Button ref={button} variant="ghost" size="sm" className="mb-3 -ml-2" onClick={back}>
        <ArrowLeft aria-hidden /> Back to the answer
      </Button>
      <p className="text-xs text-muted">{ref.title}</p>
      <h2 className="mb-3 text-base font-semibold">{ref.heading ?? ref.title}</h2>
      <FailureAlert failure={failure} title="The passage could not be loaded" />
      {passage === null && failure === null ? <Spinner label="Loading the passage" /> : null}
      {passage === null ? null : <Marked text={passage.text} quote={quote} />}
      <p className="mt-4">
        <Place url={ref.url} title="Open the page at this place" />
      </p>
    </div>
  );
}

/** Line breaks do not count in a quote. A passage that has changed since shows no mark. */
function Marked({ text, quote }: { text: string; quote: string }) {
  const pattern = quote
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  const found = new RegExp(pattern).exec(text);
  const at = found?.index ?? text.length;
  const length = found?.[0].length ?? 0;
  return (
    <div className="leading-relaxed wrap-anywhere whitespace-pre-line">
      {text.slice(0, at)}
      {length === 0 ? null : <mark className="rounded-sm bg-accent-soft text-ink">{text.slice(at, at + length)}</mark>}
      {text.slice(at + length)}
    </div>
  );
}
