import type { Agent } from "#src/contract/answers.ts";
import type { ComponentType } from "react";
import type { Block, Round, Stage, Voice } from "#src/report/document.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { classNames } from "#src/web/components/ui/class-names.ts";

/** The name of a stage in an address. */
export function stageId(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}

/** Draws what a voice said. */
type Draw = ComponentType<{ blocks: readonly Block[] }>;

/** Round below round: who spoke at the same time stands side by side, and below each other on a phone. */
export function Exchange({ stage: { title, note, rounds }, Blocks }: { stage: Stage; Blocks: Draw }) {
  return (
    <div id={title === null ? undefined : stageId(title)} className="grid scroll-mt-8 grid-cols-[minmax(0,1fr)] gap-4">
      {title === null ? null : (
        <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h3 className="text-base font-semibold text-ink">{title}</h3>
          {note === null ? null : <p className="text-xs text-muted">{note}</p>}
        </div>
      )}
      {rounds.map((round, index) => (
        <Row key={index} round={round} underStage={title !== null} Blocks={Blocks} />
      ))}
    </div>
  );
}

const columnsOf = ["", "", "lg:grid-cols-2", "lg:grid-cols-3", "lg:grid-cols-2"];

interface Inside {
  readonly underStage: boolean;
  readonly Blocks: Draw;
}

function Row({ round: { title, voices }, underStage, Blocks }: { round: Round } & Inside) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {title === null ? null : <p className="text-xs font-medium text-muted">{title}</p>}
      <div className={classNames("grid grid-cols-[minmax(0,1fr)] gap-4", columnsOf[voices.length])}>
        {voices.map((voice) => (
          <Spoken key={voice.ids[0]} voice={voice} underStage={underStage} Blocks={Blocks} />
        ))}
      </div>
    </div>
  );
}

const edges: Partial<Record<Agent, string>> = {
  bull: "border-t-2 border-t-positive",
  bear: "border-t-2 border-t-negative",
};

/** What one agent said in a round, with what code found when it checked the numbers. */
function Spoken({ voice, underStage, Blocks }: { voice: Voice } & Inside) {
  const {
    ids: [id, ...others],
    agent,
    title,
    flag,
    blocks,
    notes,
  } = voice;
  const Heading = underStage ? "h4" : "h3";
  return (
    <article
      id={id}
      // The stance map leads here.
      tabIndex={-1}
      className={classNames(
        "grid min-w-0 scroll-mt-20 content-start gap-3 rounded-lg border bg-surface p-5 target:border-accent",
        edges[agent],
      )}
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        {others.map((other) => (
          <span key={other} id={other} className="scroll-mt-24" />
        ))}
        <Heading className="text-base font-semibold">{title}</Heading>
        {flag === null ? null : <Badge tone="warning">{flag}</Badge>}
      </header>
      <Blocks blocks={blocks} />
      {notes.length === 0 ? null : (
        <footer className="grid gap-1 border-t pt-3 text-xs text-muted">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </footer>
      )}
    </article>
  );
}
