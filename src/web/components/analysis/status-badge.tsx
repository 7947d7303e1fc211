import type { JobStatus } from "#src/contract/jobs/analysis.ts";
import type { JobState } from "#src/contract/jobs/jobs.ts";
import { Badge, type Tone } from "#src/web/components/ui/elements.tsx";

const badges = {
  queued: { tone: "neutral", label: "Queued" },
  running: { tone: "info", label: "Running" },
  paused: { tone: "warning", label: "Paused" },
  succeeded: { tone: "neutral", label: "Done" },
  failed: { tone: "negative", label: "Failed" },
  cancelled: { tone: "neutral", label: "Cancelled" },
} as const satisfies Record<JobState, { tone: Tone; label: string }>;

export function statusName(status: JobStatus): string {
  return badges[status].label;
}

export function StatusBadge({ status }: { status: JobState }) {
  const { tone, label } = badges[status];
  return <Badge tone={tone}>{label}</Badge>;
}
