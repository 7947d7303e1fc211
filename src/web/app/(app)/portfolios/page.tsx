import { randomUUID } from "node:crypto";
import { WalletCards } from "lucide-react";
import type { Metadata } from "next";
import { portfolioLimits, type Portfolio } from "#src/contract/portfolios/portfolios.ts";
import { toIso } from "#src/core/clock.ts";
import { counted } from "#src/core/text/number-text.ts";
import { listPortfolios } from "#src/product/portfolios/portfolios.ts";
import { NewPortfolio } from "#src/web/components/portfolios/portfolio-forms.tsx";
import { TextLink } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Portfolios" };

export default async function Portfolios() {
  const portfolios = await listPortfolios(contextOf(await requireViewer()));
  const today = toIso(webContext().clock.now()).slice(0, 10);
  return (
    <>
      <PageHeader
        title="Portfolios"
        description="What you hold, what it is worth, and analyses of it. Stored encrypted, and only you can see it."
      />
      <div className="grid grid-cols-1 gap-6">
        <Card title="Your portfolios" flush>
          {portfolios.length === 0 ? (
            <EmptyState icon={WalletCards} title="No portfolios yet" className="pt-4">
              Type your lots below, or import your broker’s file.
            </EmptyState>
          ) : (
            <PortfolioTable portfolios={portfolios} />
          )}
        </Card>
        {portfolios.length >= portfolioLimits.portfolios ? null : (
          <Card title="New portfolio">
            <NewPortfolio once={randomUUID()} today={today} />
          </Card>
        )}
      </div>
    </>
  );
}

function PortfolioTable({ portfolios }: { portfolios: readonly Portfolio[] }) {
  return (
    <Table aria-label="Your portfolios">
      <THead>
        <TR>
          <TH>Name</TH>
          <TH>Holds</TH>
          <TH>Currency</TH>
          <TH>Changed</TH>
        </TR>
      </THead>
      <TBody>
        {portfolios.map(({ id, name, lots, currency, changed_at: at }) => (
          <TR key={id}>
            <TD className="min-w-28 font-medium wrap-anywhere">
              <TextLink href={`/portfolios/${id}`} quiet>
                {name}
              </TextLink>
            </TD>
            <TD className="whitespace-nowrap">{heldText(lots)}</TD>
            <TD>{currency}</TD>
            <TD className="whitespace-nowrap">
              <Time at={at} />
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

function heldText(lots: Portfolio["lots"]): string {
  const symbols = new Set(lots.map(({ symbol }) => symbol.toUpperCase())).size;
  return lots.length === 0 ? "Cash only" : `${counted(symbols, "symbol")}, ${counted(lots.length, "lot")}`;
}
