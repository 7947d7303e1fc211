"use client";

import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, generateId } from "ai";
import { History, MessageSquarePlus, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { Claim } from "#src/contract/assistant.ts";
import { conversation } from "#src/web/actions/assistant.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { ChatView } from "./chat-view.tsx";
import { HistoryView } from "./history-view.tsx";
import { messagesOf, type AssistantMessage } from "./messages.ts";
import { PassageView } from "./passage-view.tsx";

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
      // What was said before is kept on the server; only the question is sent.
      prepareSendMessagesRequest: ({ id: chat, messages: all }) => ({ body: { id: chat, messages: all.slice(-1) } }),
    }),
  });
  return kept;
}

/** What stands in the assistant's panel: a conversation, the earlier ones, or a passage that was cited. */
export function AssistantPanel({ close }: { close: () => void }) {
  const show = useToast();
  const [chat, setChat] = useState(() => kept ?? newChat());
  const [view, setView] = useState<View>({ name: "chat" });
  const begin = () => {
    void chat.stop();
    setChat(newChat());
    setView({ name: "chat" });
  };
  const open = async (id: string) => {
    const read = await conversation(id);
    if (!read.ok) return show({ tone: "negative", title: "The conversation was not opened", text: read.message });
    setChat(newChat(id, messagesOf(id, read.value)));
    return setView({ name: "chat" });
  };
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
        <HistoryView
          open={(id) => void open(id)}
          forgotten={(id) => {
            if (id === null || id === chat.id) setChat(newChat());
          }}
        />
      ) : null}
      {view.name === "passage" ? <PassageView claim={view.claim} back={() => setView({ name: "chat" })} /> : null}
      {/* Hidden, not gone: a question that is half typed and the place in the conversation stay. */}
      <div className={view.name === "chat" ? "flex min-h-0 flex-1 flex-col" : "hidden"}>
        <ChatView
          key={chat.id}
          chat={chat}
          shown={view.name === "chat"}
          cite={(claim) => setView({ name: "passage", claim })}
        />
        <p className="shrink-0 px-4 pb-3 text-xs text-faint">
          Answers only from the{" "}
          <Link href="/help" className="underline underline-offset-2 hover:text-ink">
            help centre
          </Link>
          , the blog and the API reference. It sees no account, and gives no investment advice.
        </p>
      </div>
    </>
  );
}
