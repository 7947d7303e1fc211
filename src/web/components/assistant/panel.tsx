"use client";

import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, generateId } from "ai";
import { History, MessageSquarePlus, X } from "lucide-react";
import { useState } from "react";
import type { Claim } from "#src/contract/assistant.ts";
import { conversation } from "#src/web/actions/assistant.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { fetchOrRefuse } from "#src/web/components/ui/send.ts";
import { useAction } from "#src/web/components/ui/use-action.ts";
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
      fetch: fetchOrRefuse,
      // What was said before is kept on the server; only the question is sent.
      prepareSendMessagesRequest: ({ id: chat, messages: all }) => ({ body: { id: chat, messages: all.slice(-1) } }),
    }),
  });
  return kept;
}

/** What stands in the assistant's panel: a conversation, the earlier ones, or a passage that was cited. */
export function AssistantPanel({ close }: { close: () => void }) {
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
          shown={view.name === "chat"}
          cite={(claim) => setView({ name: "passage", claim })}
        />
      </div>
    </>
  );
}
