"use client";

import { ThumbsDown, ThumbsUp } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { Claim, Vote } from "#src/contract/jobs/assistant.ts";
import { rateAnswer } from "#src/web/actions/assistant.ts";
import { Button } from "#src/web/components/ui/elements.tsx";
import { FailureAlert } from "#src/web/components/ui/form.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";
import type { AnswerMessage } from "./messages.ts";

interface Props {
  readonly answer: AnswerMessage;
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
      {kind === "quoted" ? (
        <ol className="grid gap-3">
          {claims.map((claim, index) => (
            <li key={claim.passage.id} className="grid justify-items-start gap-0.5">
              <Source claim={claim} number={index + 1} cite={cite} className="text-sm font-medium" />
              <p className="line-clamp-3 text-muted wrap-anywhere">{claim.text}</p>
            </li>
          ))}
        </ol>
      ) : (
        claims.map((claim, index) => (
          <div key={`${claim.passage.id} ${claim.text}`} className="grid justify-items-start gap-1">
            <p className="wrap-anywhere">{claim.text}</p>
            <Source claim={claim} number={index + 1} cite={cite} className="text-xs" />
          </div>
        ))
      )}
      {links.length === 0 ? null : (
        <ul className="grid list-disc gap-1 pl-5">
          {links.map(({ title, url }) => (
            <li key={url}>
              <Place url={url} title={title} />
            </li>
          ))}
        </ul>
      )}
      {broken ? <p className="text-xs text-muted">This answer was interrupted.</p> : null}
      {kind === null || turnId === null ? null : <Votes turnId={turnId} given={answer.vote} />}
    </div>
  );
}

/** Opens the passage that a sentence or a result is from. */
function Source({
  claim,
  number,
  cite,
  className,
}: Pick<Props, "cite"> & { claim: Claim; number: number; className: string }) {
  const { title, heading } = claim.passage;
  return (
    <button
      type="button"
      onClick={() => cite(claim)}
      className={`rounded-sm text-left text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent ${className}`}
    >
      <span className="sr-only">Source {number}: </span>
      {title}
      {heading === null ? "" : ` › ${heading}`}
    </button>
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
  { vote: "up", label: "Helpful", Icon: ThumbsUp },
  { vote: "down", label: "Not helpful", Icon: ThumbsDown },
] as const satisfies readonly { vote: Vote; label: string; Icon: typeof ThumbsUp }[];

function Votes({ turnId, given }: { turnId: string; given: Vote | null }) {
  const [chosen, setChosen] = useState(given);
  const { pending, failure, act } = useAction(rateAnswer, (_kept, [, vote]) => setChosen(vote));
  return (
    <div className="-ml-2 flex flex-wrap gap-0.5">
      {votes.map(({ vote, label, Icon }) => (
        <Button
          key={vote}
          variant="ghost"
          size="icon"
          aria-label={label}
          title={label}
          aria-pressed={chosen === vote}
          disabled={pending}
          onClick={() => act(turnId, chosen === vote ? null : vote)}
          className={chosen === vote ? "text-accent" : ""}
        >
          <Icon aria-hidden fill={chosen === vote ? "currentColor" : "none"} />
        </Button>
      ))}
      <FailureAlert failure={failure} title="Your feedback was not saved" />
    </div>
  );
}
