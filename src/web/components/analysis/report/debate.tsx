import type { Agent } from "#src/contract/answers.ts";
import type { Reports } from "#src/contract/run.ts";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { stages } from "../agents.ts";
import { AgentSection } from "./agent-section.tsx";
import type { RunProse } from "./prose.tsx";
import { Section } from "./section.tsx";

const notes: Partial<Record<string, string>> = {
  Analysts: "Each from its own evidence, at the same time",
  "Bull and bear": "Openings are blind to each other",
  Risk: "Three voices on the trader's proposal, at the same time",
};

const columns = { 1: "", 2: "lg:grid-cols-2", 3: "lg:grid-cols-3", 4: "lg:grid-cols-2" } as const;

export function partId(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}

/** Of the stages, the trader and the portfolio manager stand above, under the decision. */
export function isDebate(title: string): boolean {
  return title !== "Trader" && title !== "Verdict";
}

/** What led to the decision, in the order in which it was said. */
export function Debate({ reports, prose }: { reports: Reports; prose: RunProse }) {
  return stages.map(({ title, agents }) => {
    const spoke = agents.flatMap((agent: Agent) => reports[agent] ?? []);
    if (spoke.length === 0 || !isDebate(title)) return null;
    const count = agents.length;
    return (
      <Section key={title} id={partId(title)} title={title} note={notes[title]}>
        <div className={classNames("grid grid-cols-[minmax(0,1fr)] gap-4", columns[count])}>
          {spoke.map((report) => (
            <AgentSection key={report.agent} report={report} prose={prose} />
          ))}
        </div>
      </Section>
    );
  });
}
