const guarantees = [
  {
    title: "As-of is enforced",
    text: "Every record carries the time at which the public could first know it. One door lets data in, and it drops what came later. A property test alters everything after the date and compares the run byte by byte.",
  },
  {
    title: "Numbers have sources",
    text: "Each number in each statement is matched to an evidence value or to a declared computation, within its printed precision. What matches nothing is marked in the report and counted.",
  },
  {
    title: "No silent Hold",
    text: "If no rating can be read from the verdict, or there was no data, the result is REVIEW with the reason. There is no default.",
  },
  {
    title: "A run has a budget",
    text: "The cost of a call is set aside before the call is made. One that could cross the budget is not made, and the job ends with an error that says so.",
  },
  {
    title: "Crashes are not paid for twice",
    text: "Each turn is a durable step. After a crash the run goes on behind its last finished call.",
  },
  {
    title: "Runs can be repeated",
    text: "A run keeps its evidence, prompts and answers by hash. It replays byte for byte, and two runs can be compared in evidence and in argument.",
  },
] as const;

export function Guarantees() {
  return (
    <dl className="grid gap-x-12 md:grid-cols-2">
      {guarantees.map(({ title, text }) => (
        <div key={title} className="grid content-start gap-1.5 border-t py-5">
          <dt className="text-base font-semibold text-ink">{title}</dt>
          <dd className="text-sm text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
