const guarantees = [
  {
    title: "No look-ahead",
    text: "Every record carries the time it became public. All data passes through one gate, which drops anything later than the as-of date. A property test alters everything after the date and compares the run byte by byte.",
  },
  {
    title: "Numbers have sources",
    text: "Each number in each statement is matched to an evidence value or a declared computation, within its printed precision. Numbers without a match are flagged in the report and counted.",
  },
  {
    title: "No silent Hold",
    text: "If no rating can be read from the verdict, or there is no data, the result is REVIEW with a reason. There is no default rating.",
  },
  {
    title: "A run has a budget",
    text: "The cost of a call is reserved before the call is made. A call that could exceed the budget is not made, and the job ends with an error that says so.",
  },
  {
    title: "Crashes do not cost twice",
    text: "Each turn is a durable step. After a crash, the run resumes after its last finished call.",
  },
  {
    title: "Runs are reproducible",
    text: "A run stores its evidence, prompts and answers by hash. You can replay it byte for byte and compare the evidence and arguments of two runs.",
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
