import type { Agent } from "#src/contract/answers.ts";
import type { AgentReport, AgentTurn } from "#src/contract/run.ts";
import { flaggedCount, flaggedNotes, groundingLine } from "#src/report/grounding-words.ts";
import { hasDoubtfulPoint } from "#src/report/marked-text.ts";
import { agentTitles, badComputations, sentence } from "#src/report/words.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { classNames } from "#src/web/components/ui/class-names.ts";
import type { RunProse } from "./prose.tsx";

const edges: Partial<Record<Agent, string>> = {
  bull: "border-t-2 border-t-positive",
  bear: "border-t-2 border-t-negative",
};

/** Everything one agent said, with what code found when it checked the numbers. */
export function AgentSection({ report, prose }: { report: AgentReport; prose: RunProse }) {
  const { agent, turns, skipped } = report;
  const line = groundingLine(report);
  const flagged = flaggedCount(turns.map(({ grounding }) => grounding));
  return (
    <article className={classNames("grid min-w-0 content-start gap-4 rounded-lg border bg-surface p-5", edges[agent])}>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base font-semibold">{agentTitles[agent]}</h3>
        {flagged === 0 ? null : (
          <Badge tone="warning">
            {flagged} {flagged === 1 ? "statement" : "statements"} flagged
          </Badge>
        )}
      </header>
      {skipped === null ? null : <p className="text-sm text-muted">Not asked: {sentence(skipped)}</p>}
      {turns.map((turn) => (
        <Turn key={turn.round} turn={turn} several={turns.length > 1} prose={prose} />
      ))}
      {line === null ? null : (
        <footer className="grid gap-1 border-t pt-3 text-xs text-muted">
          <p>{line}</p>
          {[...flaggedNotes(report), ...badComputations(report)].map((text) => (
            <p key={text}>{text}</p>
          ))}
        </footer>
      )}
    </article>
  );
}

function Turn({ turn, several, prose: { Text, Claim } }: { turn: AgentTurn; several: boolean; prose: RunProse }) {
  const doubtful = hasDoubtfulPoint(turn.grounding);
  return (
    <div className="grid min-w-0 gap-3">
      {several ? <h4 className="text-xs font-medium text-muted">Round {turn.round}</h4> : null}
      <Text turn={turn} />
      {turn.problem === null ? null : (
        <p className="text-xs text-warning">No structured answer: {sentence(turn.problem)}</p>
      )}
      {turn.points.length === 0 ? null : (
        <details open={doubtful}>
          <summary className="w-fit rounded-sm text-xs text-muted hover:text-ink">
            {turn.points.length === 1
              ? "1 point, as the others read it"
              : `${turn.points.length} points, as the others read them`}
          </summary>
          <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-sm">
            {turn.points.map(({ claim }, index) => (
              <li key={`${turn.round} ${claim}`}>
                <Claim turn={turn} point={index} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
