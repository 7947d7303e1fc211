import { Users, Search } from "lucide-react";
import type { Metadata } from "next";
import { entitlementsAt, plans } from "#src/contract/accounts/plans.ts";
import { toIso } from "#src/core/clock.ts";
import { findAccounts } from "#src/product/admin/reading.ts";
import { Badge, Money, Button, TextLink } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState, Pagination } from "#src/web/components/ui/page-parts.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { paramOf, type PageProps } from "#src/web/page-request.ts";
import { adminContextOf, contextOf, requireAdmin } from "#src/web/viewer.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";

export const metadata: Metadata = { title: "Accounts" };

export default async function Accounts({ searchParams }: PageProps) {
  const who = await requireAdmin();
  const [text, cursor] = await Promise.all([paramOf(searchParams, "q"), paramOf(searchParams, "before")]);
  const ctx = contextOf(who);
  const { accounts, nextCursor } = await findAccounts(adminContextOf(who), { text: text ?? "", cursor: cursor ?? "" });
  const at = ctx.clock.now();
  const page = (before: string | null): string => {
    const query = new URLSearchParams({ ...(text !== null && { q: text }), ...(before !== null && { before }) });
    return `/admin/accounts?${query}`;
  };
  return (
    <>
      <SearchBox label="Search accounts" hint="Email, name or ID" value={text ?? ""} />
      <Card className="mt-4">
        {accounts.length === 0 ? (
          <EmptyState icon={Users} title="No accounts match your search">
            Search by part of an email address or name.
          </EmptyState>
        ) : (
          <Table aria-label="Accounts">
            <THead>
              <TR>
                <TH>Account</TH>
                <TH>Plan</TH>
                <TH numeric>Balance</TH>
                <TH>Joined</TH>
              </TR>
            </THead>
            <TBody>
              {accounts.map((account) => (
                <TR key={account.id}>
                  <TD className="min-w-56">
                    <TextLink
                      href={`/admin/accounts/${encodeURIComponent(account.id)}`}
                      className="font-medium wrap-anywhere"
                    >
                      {account.email ?? account.id}
                    </TextLink>{" "}
                    {account.role === "admin" ? <Badge tone="info">Admin</Badge> : null}
                    <span className="block text-xs text-muted wrap-anywhere">
                      {account.name ?? "API keys only"}
                      {account.email !== null && !account.emailVerified ? ", email not confirmed" : ""}
                    </span>
                  </TD>
                  <TD>{plans[entitlementsAt(account, at).plan].name}</TD>
                  <TD numeric>
                    <Money minor={account.balanceMinor} />
                  </TD>
                  <TD className="whitespace-nowrap">
                    <Time at={toIso(account.createdAt)} format="date" />
                  </TD>
                </TR>
              ))}
            </TBody>
          </Table>
        )}
      </Card>
      <Pagination
        label="Pages of accounts"
        newer={cursor === null ? null : page(null)}
        older={nextCursor === null ? null : page(nextCursor)}
      />
    </>
  );
}

/** A plain form: what is looked for stands in the address, and works without scripts. */
function SearchBox({ label, hint, value }: { label: string; hint: string; value: string }) {
  return (
    <search>
      <form method="get" className="flex max-w-xl items-start gap-3">
        <TextField
          label={label}
          hint={hint}
          className="min-w-0 flex-1"
          name="q"
          type="search"
          defaultValue={value}
          maxLength={100}
          autoComplete="off"
        />
        <Button type="submit" variant="secondary" className="mt-7">
          <Search aria-hidden /> Search
        </Button>
      </form>
    </search>
  );
}
