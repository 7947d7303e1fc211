"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { startAnalysis } from "#src/web/actions/analyses.ts";
import { SubjectFields } from "#src/web/components/analysis/subject-fields.tsx";
import { Button, LinkButton } from "#src/web/components/ui/elements.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Card } from "#src/web/components/ui/page-parts.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";

interface Props extends Pick<ComponentProps<typeof SubjectFields>, "instruments" | "online" | "lastSession"> {
  readonly rounds: number;
  readonly once: string;
}

/** An analysis with the usual options: a symbol, a date, Start. */
export function QuickStart({ instruments, online, lastSession, rounds, once }: Props) {
  const router = useRouter();
  const { pending, form, errorOf, typed } = useActionForm(startAnalysis, (id) => router.push(`/analyses/${id}`));
  return (
    <Card
      title="New analysis"
      aside={
        <LinkButton href="/analyses/new" variant="link" size="sm">
          More options
        </LinkButton>
      }
    >
      <Form
        to={form}
        beside={["ticker", "trade_date"]}
        failed="The analysis could not be started"
        hidden={{ once, max_debate_rounds: String(rounds) }}
      >
        {Analyst.options.map((analyst) => (
          <input key={analyst} type="hidden" name="analysts" value={analyst} />
        ))}
        <SubjectFields
          instruments={instruments}
          online={online}
          lastSession={lastSession}
          start={{ ticker: "", tradeDate: lastSession.stock, assetType: "stock" }}
          typed={typed}
          errorOf={errorOf}
        >
          <Button type="submit" pending={pending} className="sm:mt-7">
            Start
          </Button>
        </SubjectFields>
      </Form>
    </Card>
  );
}
