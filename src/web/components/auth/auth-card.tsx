import type { ReactNode } from "react";
import { Card } from "#src/web/components/ui/page-parts.tsx";

interface Props {
  readonly title: string;
  readonly description?: ReactNode;
  /** Below the card: where else one may want to go. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

export function AuthCard({ title, description, footer, children }: Props) {
  return (
    <>
      <Card className="grid gap-5 p-6">
        <div className="grid gap-1">
          <h1 className="text-xl font-semibold">{title}</h1>
          {description ? <div className="text-sm text-muted">{description}</div> : null}
        </div>
        {children}
      </Card>
      {footer ? <div className="mt-5 text-center text-sm text-muted">{footer}</div> : null}
    </>
  );
}
