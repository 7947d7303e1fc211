import { CircleCheck, Circle } from "lucide-react";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { WorkingIcon } from "#src/web/components/ui/elements.tsx";
import type { LiveStage } from "./transcript.ts";

const looks = {
  waiting: { Icon: Circle, look: "text-faint", said: "waiting" },
  speaking: { Icon: WorkingIcon, look: "text-accent", said: "in progress" },
  done: { Icon: CircleCheck, look: "text-positive", said: "done" },
} as const;

/** From the analysts to the decision, and how far the run is. */
export function StageRail({ stages, over }: { stages: readonly LiveStage[]; over: boolean }) {
  return (
    <ol aria-label="Stages" className="grid grid-cols-6 gap-x-1.5 text-2xs sm:gap-x-4 sm:text-sm">
      {stages.map(({ name, state, done, of }) => {
        const { Icon, look, said } = looks[over && state === "speaking" ? "waiting" : state];
        return (
          <li key={name} aria-current={said === "in progress" ? "step" : undefined} className="grid gap-1.5">
            <span
              aria-hidden
              className={classNames(
                "h-1 rounded-full",
                state === "done" ? "bg-positive" : said === "in progress" ? "bg-accent" : "bg-line",
              )}
            />
            <span className="flex items-center gap-1.5">
              <Icon aria-hidden className={`size-4 shrink-0 max-sm:hidden ${look}`} />
              <span className={state === "waiting" ? "text-muted" : "font-medium text-ink"}>{name}</span>
              <span className="sr-only">: {said}</span>
              {of > 1 ? (
                <span className="ml-auto text-xs text-muted tabular-nums max-sm:hidden">
                  {done}/{of}
                </span>
              ) : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
