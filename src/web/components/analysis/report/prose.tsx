import { createProse } from "#src/report/prose.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { AgentTurn, Reports } from "#src/contract/run.ts";
import "./prose.css";

/** What agents wrote, with each number a link to what it rests on. */
export interface RunProse {
  readonly Text: (props: { turn: AgentTurn }) => React.ReactNode;
  readonly Claim: (props: { turn: AgentTurn; point: number }) => React.ReactNode;
  readonly Thesis: (props: { reports: Reports }) => React.ReactNode;
  readonly Line: (props: { text: string }) => React.ReactNode;
}

/** The markup comes from src/report/prose.ts, which lets no markup of the text's own through. */
export function proseOf(evidence: readonly Evidence[]): RunProse {
  const prose = createProse(new Set(evidence.map(({ id }) => id)), true);
  return {
    Text: ({ turn }) => <div className="prose" dangerouslySetInnerHTML={{ __html: String(prose.text(turn)) }} />,
    Claim: ({ turn, point }) => (
      <span className="prose" dangerouslySetInnerHTML={{ __html: String(prose.claim(turn, point)) }} />
    ),
    Thesis: ({ reports }) => (
      <span className="prose" dangerouslySetInnerHTML={{ __html: String(prose.thesis(reports)) }} />
    ),
    Line: ({ text }) => <span className="prose" dangerouslySetInnerHTML={{ __html: String(prose.line(text)) }} />,
  };
}
