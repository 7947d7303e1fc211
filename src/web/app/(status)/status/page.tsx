import type { Metadata } from "next";
import Link from "next/link";
import { toIso } from "#src/core/clock.ts";
import { readStatus } from "#src/product/status/read-status.ts";
import { RefreshWhile } from "#src/web/components/ui/refresh.tsx";
import {
  overallStatus,
  statusParts,
  type PartState,
  type StatusPart,
  type StatusSetup,
} from "#src/web/components/status/status-parts.ts";
import { Alert, Badge, type Tone } from "#src/web/components/ui/elements.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext, type WebContext } from "#src/web/context.ts";

export const metadata: Metadata = {
  title: "Status",
  description: "The current status of each part of this service.",
  alternates: { canonical: "/status" },
};

const link = "text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent";

export default async function Status() {
  const context = webContext();
  const [status, setup] = await Promise.all([readStatus(context), setupOf(context)]);
  const parts = statusParts(status, setup);
  const overall = overallStatus(parts);
  return (
    <main id="main" className="mx-auto grid w-full max-w-3xl gap-8 px-4 py-10 sm:px-6 sm:py-14">
      <div className="grid gap-3">
        <h1 className="text-3xl font-semibold">Status</h1>
        <p className="text-sm text-muted">
          Checked <Time at={toIso(status.checkedAt)} />.{" "}
          <a href="/status" className={link}>
            Check again
          </a>
        </p>
      </div>
      <Alert tone={looks[overall.state].tone} title={overall.text} />
      <dl className="divide-y rounded-lg border bg-surface">
        {parts.map((part) => (
          <Part key={part.name} part={part} />
        ))}
      </dl>
      <p className="text-sm text-muted">
        Monitors read{" "}
        <a href="/api/health" className={link}>
          /api/health
        </a>
        . If you run this server, see{" "}
        <Link href="/help/troubleshooting" className={link}>
          troubleshooting
        </Link>{" "}
        and{" "}
        <Link href="/help/health-and-metrics" className={link}>
          health and metrics
        </Link>
        .
      </p>
      <RefreshWhile active isPublic everyMs={30_000} />
    </main>
  );
}

const looks = {
  up: { tone: "positive", label: "Up" },
  slow: { tone: "warning", label: "Slow" },
  down: { tone: "negative", label: "Down" },
  off: { tone: "neutral", label: "Not set up" },
  unknown: { tone: "neutral", label: "Unknown" },
} as const satisfies Record<PartState, { tone: Tone; label: string }>;

function Part({ part: { name, state, detail, advice } }: { readonly part: StatusPart }) {
  const { tone, label } = looks[state];
  return (
    <div className="grid gap-x-4 gap-y-1 px-4 py-3.5 sm:grid-cols-[9rem_minmax(0,1fr)_auto] sm:px-5">
      <dt className="font-medium">{name}</dt>
      <dd className="text-muted sm:order-3 sm:justify-self-end">
        <Badge tone={tone}>{label}</Badge>
      </dd>
      <dd className="grid gap-1">
        <span className="text-muted">{detail}</span>
        {advice === undefined ? null : <span>{advice}</span>}
      </dd>
    </div>
  );
}

async function setupOf({ all, analysisEnvironment, mail, paymentGateway }: WebContext): Promise<StatusSetup> {
  const { maxConcurrency, maxQueued } = all.service;
  const analyses = await analysisEnvironment().then(
    ({ config, instruments }) => ({ config, instruments: instruments.length }),
    () => null,
  );
  const processors = [...paymentGateway.processors.values()].map(({ name, title }) => ({
    title,
    sandbox: name === "sandbox",
  }));
  return { maxConcurrency, maxQueued, analyses, mail, processors };
}
