"use client";

import { ThumbsDown, ThumbsUp } from "lucide-react";
import Link from "next/link";
import { useState, useTransition } from "react";
import type { Claim, Vote } from "#src/contract/assistant.ts";
import { rateAnswer } from "#src/web/actions/assistant.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import type { ShownAnswer } from "./messages.ts";

interface Props {
  readonly answer: ShownAnswer;
  /** More of it will come. */
  readonly coming: boolean;
  readonly cite: (claim: Claim) => void;
}

/** An answer: its claims, each with a button that opens the passage it rests on; or where to look instead. */
export function AnswerView({ answer, coming, cite }: Props) {
  const { kind, note, claims, links, turnId } = answer;
  const broken = !coming && kind === null;
  return (
    <div className="grid gap-2.5">
      <span className="sr-only">Assistant: </span>
      {note === null ? null : <p className={claims.length > 0 ? "text-xs text-muted" : ""}>{note}</p>}
      {claims.map((claim, index) => (
        <div key={`${claim.passage.id} ${claim.text}`} className="grid justify-items-start gap-1">
          <p className="wrap-anywhere">{claim.text}</p>
          <button
            type="button"
            onClick={() => cite(claim)}
            className="rounded-sm text-left text-xs text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
          >
            <span className="sr-only">Source {index + 1}: </span>
            {claim.passage.title}
            {claim.passage.heading === null ? "" : ` › ${claim.passage.heading}`}
          </button>
        </div>
      ))}
      {links.length === 0 ? null : (
        <ul className="grid list-disc gap-1 pl-5">
          {links.map(({ title, url }) => (
            <li key={url}>
              <Place url={url} title={title} />
            </li>
          ))}
        </ul>
      )}
      {broken ? <p className="text-xs text-muted">This answer was broken off.</p> : null}
      {kind === null || turnId === null ? null : <Votes turnId={turnId} given={answer.vote} />}
    </div>
  );
}

const link = "text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent";

/** The API reference is no page of Next's. */
export function Place({ url, title }: { url: string; title: string }) {
  return url.startsWith("/docs/") ? (
    <a href={url} className={link}>
      {title}
    </a>
  ) : (
    <Link href={url} className={link}>
      {title}
    </Link>
  );
}

const votes = [
  { vote: "up", label: "This helped", Icon: ThumbsUp },
  { vote: "down", label: "This did not help", Icon: ThumbsDown },
] as const satisfies readonly { vote: Vote; label: string; Icon: typeof ThumbsUp }[];

function Votes({ turnId, given }: { turnId: string; given: Vote | null }) {
  const show = useToast();
  const [chosen, setChosen] = useState(given);
  const [pending, start] = useTransition();
  const choose = (vote: Vote) =>
    start(async () => {
      const next = chosen === vote ? null : vote;
      const kept = await rateAnswer(turnId, next);
      if (kept.ok) setChosen(next);
      else show({ tone: "negative", title: "Your vote was not kept", text: kept.message });
    });
  return (
    <div className="-ml-2 flex gap-0.5">
      {votes.map(({ vote, label, Icon }) => (
        <Button
          key={vote}
          variant="ghost"
          size="icon"
          aria-label={label}
          title={label}
          aria-pressed={chosen === vote}
          disabled={pending}
          onClick={() => choose(vote)}
          className={chosen === vote ? "text-accent" : ""}
        >
          <Icon aria-hidden fill={chosen === vote ? "currentColor" : "none"} />
        </Button>
      ))}
    </div>
  );
}
