"use client";

import { Trash2 } from "lucide-react";
import { useEffect, useRef, useState, useTransition } from "react";
import type { ConversationHead } from "#src/contract/assistant.ts";
import { conversations, forgetConversation, forgetConversations } from "#src/web/actions/assistant.ts";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Spinner } from "#src/web/components/ui/spinner.tsx";
import { Time } from "#src/web/components/ui/time.tsx";

interface Props {
  readonly open: (id: string) => void;
  /** @param id `null`: all of them */
  readonly forgotten: (id: string | null) => void;
}

/** Earlier conversations, to go on with or to delete. */
export function HistoryView({ open, forgotten }: Props) {
  const [heads, setHeads] = useState<readonly ConversationHead[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [pending, start] = useTransition();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
    let here = true;
    const load = async () => {
      const read = await conversations();
      if (!here) return;
      if (read.ok) setHeads(read.value);
      else setFault(read.message);
    };
    void load();
    return () => {
      here = false;
    };
  }, []);
  const forget = (id: string | null, deleted: () => Promise<Outcome>) =>
    start(async () => {
      const done = await deleted();
      if (!done.ok) return setFault(done.message);
      setHeads((before) => (before ?? []).filter((head) => id !== null && head.id !== id));
      forgotten(id);
      return title.current?.focus();
    });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4">
      <h2 ref={title} tabIndex={-1} className="mb-3 font-semibold outline-none">
        Earlier conversations
      </h2>
      {fault === null ? null : (
        <p role="alert" className="mb-3 rounded-md bg-negative-soft px-3 py-2 text-negative">
          {fault}
        </p>
      )}
      {heads === null && fault === null ? <Spinner label="Loading" /> : null}
      {heads?.length === 0 ? <p className="text-muted">There are none.</p> : null}
      <ul className="grid gap-1">
        {heads?.map(({ id, title: question, updatedAt }) => (
          <li key={id} className="flex items-center gap-1">
            <button
              type="button"
              onClick={() => open(id)}
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
              onClick={() => forget(id, () => forgetConversation(id))}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      {heads !== null && heads.length > 1 ? (
        <Button
          variant="danger"
          size="sm"
          className="mt-4"
          pending={pending}
          onClick={() => forget(null, forgetConversations)}
        >
          Delete all
        </Button>
      ) : null}
    </div>
  );
}
