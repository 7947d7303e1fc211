import { Time } from "#src/web/components/ui/time.tsx";

/** When a list runs next. */
export function NextRuns({ runs, list }: { runs: readonly string[]; list: string }) {
  const [first, ...later] = runs;
  if (first === undefined) return null;
  return (
    <details className="w-full text-sm">
      <summary className="w-fit cursor-pointer text-xs text-muted underline-offset-4 hover:underline">
        Next run
        <span className="sr-only">
          {" "}
          of <bdi>{list}</bdi>
        </span>
        : <Time at={first} />
      </summary>
      <ol className="grid gap-1 pt-2 pl-4 text-xs text-muted" aria-label={`Next runs of ${list}`}>
        {[first, ...later].map((at) => (
          <li key={at}>
            <Time at={at} />
          </li>
        ))}
      </ol>
    </details>
  );
}
