"use client";

import { Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ConversationSummary } from "#src/contract/assistant.ts";
import { conversations, forgetConversation, forgetConversations } from "#src/web/actions/assistant.ts";
import { ActionButton } from "#src/web/components/ui/action-button.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { Spinner } from "#src/web/components/ui/spinner.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { useAction, useAnswer } from "#src/web/components/ui/use-action.ts";

interface Props {
  readonly open: (id: string) => void;
  /** @param id `null`: all of them */
  readonly forgotten: (id: string | null) => void;
}

/** Earlier conversations, to go on with or to delete. */
export function HistoryView({ open, forgotten }: Props) {
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
