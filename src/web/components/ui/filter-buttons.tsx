import { Button, LinkButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

/** At the end of a form that filters a list. `clear`: where the list is without filters; `null` when there are none. */
export function FilterButtons({ clear, className }: { clear: string | null; className: string }) {
  return (
    <div className={classNames("flex gap-2", className)}>
      <Button type="submit" variant="secondary">
        Filter
      </Button>
      {clear === null ? null : (
        <LinkButton href={clear} variant="ghost">
          Clear
        </LinkButton>
      )}
    </div>
  );
}
