import { JobStatus } from "#src/contract/jobs/analysis.ts";
import { nextStatus } from "#src/contract/jobs/jobs.ts";
import type { History, JobRead, JobRecord, Submission, Violation } from "./history.ts";

const terminal: ReadonlySet<JobStatus> = new Set(["succeeded", "failed", "cancelled"]);

/** Rules of submissions and of what each job went through. */
export function checkJobs({ submissions, reads, jobs }: History): Violation[] {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return [
    ...submissions.flatMap((submission) => checkAccepted(submission, byId)),
    ...checkKeys(submissions, jobs),
    ...jobs.flatMap(checkJob),
    ...[...Map.groupBy(reads, ({ job }) => job)].flatMap(([job, ofJob]) => checkReads(job, ofJob, submissions)),
  ];
}

function checkAccepted({ job, key }: Submission, byId: ReadonlyMap<string, JobRecord>): Violation[] {
  if (job === null || byId.has(job)) return [];
  return [{ rule: "accepted jobs exist", subject: key, seen: `${job} was accepted and is not there` }];
}

/** Also of what was not answered: whatever came of it, there is at most one job for each key of an owner. */
function checkKeys(submissions: readonly Submission[], jobs: readonly JobRecord[]): Violation[] {
  const named = [
    ...submissions.flatMap(({ owner, key, job }) => (job === null ? [] : [{ name: `${owner} ${key}`, job }])),
    ...jobs.flatMap(({ owner, key, id }) => (key === null ? [] : [{ name: `${owner} ${key}`, job: id }])),
  ];
  return [...Map.groupBy(named, ({ name }) => name)].flatMap(([name, all]): Violation[] => {
    const ids = new Set(all.map(({ job }) => job));
    return ids.size <= 1 ? [] : [{ rule: "one key, one job", subject: name, seen: [...ids].join(", ") }];
  });
}

function checkJob({ id, status, events, paidAgain }: JobRecord): Violation[] {
  const found: Violation[] = [];
  const broken = (rule: Violation["rule"], seen: string): void => void found.push({ rule, subject: id, seen });
  if (!terminal.has(status)) broken("a job ends", `it is ${status}`);
  if (events.some(({ seq }, at) => seq !== at + 1))
    broken("job events without gaps", events.map(({ seq }) => seq).join(" "));
  const told = events.flatMap(({ type }) => {
    const read = JobStatus.safeParse(/^job\.(.*)$/.exec(type)?.[1]);
    return read.success ? [read.data] : [];
  });
  if (told[0] !== "queued") broken("statuses follow the table", `it begins with ${String(told[0])}`);
  for (const [at, next] of told.entries()) {
    const before = told[at - 1];
    if (before !== undefined && !nextStatus[before].some((one) => one === next))
      broken("statuses follow the table", `${before} to ${next}`);
  }
  if (told.at(-1) !== status) broken("statuses are told as they are", `it is ${status}, told was ${told.join(" ")}`);
  const ends = told.filter((one) => terminal.has(one));
  // A finished job may be cancelled, once.
  const most = ends.at(-1) === "cancelled" && ends.length > 1 ? 2 : 1;
  if (terminal.has(status) && (ends.length === 0 || ends.length > most)) broken("one terminal event", ends.join(" "));
  const end = events.findIndex(({ type }) => ends.some((one) => type === `job.${one}`));
  const late = end === -1 ? [] : events.slice(end + 1).filter(({ type }) => type !== "job.cancelled");
  if (late.length > 0) broken("nothing after the end but a cancel", late.map(({ type }) => type).join(" "));
  for (const { turn, times } of paidAgain) broken("a kept turn is not paid again", `${turn}, ${times} times`);
  return found;
}

/** Whether a job can come from one status to the other in any number of moves. */
function reaches(from: JobStatus, to: JobStatus): boolean {
  return from === to || nextStatus[from].some((next) => next !== from && reaches(next, to));
}

/** Of two reads of which one had ended when the other began, the later never sees an earlier state. */
function checkReads(job: string, reads: readonly JobRead[], submissions: readonly Submission[]): Violation[] {
  const accepted = submissions.filter((each) => each.job === job).flatMap(({ completedAt }) => completedAt ?? []);
  const since = Math.min(...accepted);
  const found: Violation[] = [];
  const ended = reads.filter(({ completedAt }) => completedAt !== null);
  const sorted = ended.toSorted((a, b) => a.invokedAt - b.invokedAt);
  for (const [at, later] of sorted.entries()) {
    if (later.status === "missing") {
      if (later.invokedAt > since)
        found.push({ rule: "reads never go back", subject: job, seen: "missing after it was accepted" });
      continue;
    }
    for (const earlier of sorted.slice(0, at)) {
      if ((earlier.completedAt ?? Infinity) >= later.invokedAt || earlier.status === "missing") continue;
      if (!reaches(earlier.status, later.status))
        found.push({ rule: "reads never go back", subject: job, seen: `${earlier.status}, then ${later.status}` });
    }
  }
  return found;
}
