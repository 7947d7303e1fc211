import type { Metadata } from "next";
import { capitalised } from "#src/report/text/result-text.ts";
import { entitlementsAt, plans } from "#src/contract/accounts/plans.ts";
import { toIso } from "#src/core/clock.ts";
import { readAccount } from "#src/product/admin/reading.ts";
import { listEntries } from "#src/product/ledger/ledger.ts";
import { AdminForms } from "#src/web/components/account/admin-forms.tsx";
import { PeriodTable, StatementTable } from "#src/web/components/account/billing-tables.tsx";
import { Figure, Figures, Breadcrumb, Card } from "#src/web/components/ui/page-parts.tsx";
import { Badge, Money, TextLink } from "#src/web/components/ui/elements.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { adminContextOf, contextOf, requireAdmin } from "#src/web/viewer.ts";
import { orNotFound, type PageProps } from "#src/web/page-request.ts";

export const metadata: Metadata = { title: "Account" };

export default async function Account({ params }: PageProps<"id">) {
  const who = await requireAdmin();
  const ctx = contextOf(who);
  const id = decodeURIComponent((await params).id);
  const { account, counts, plan, actions } = await orNotFound(readAccount(adminContextOf(who), id));
  const { entries } = await listEntries(ctx, { owner: id, cursor: null, limit: 20 });
  const inForce = entitlementsAt(account, ctx.clock.now()).plan;
  const until = inForce === account.plan ? account.planUntil : null;
  return (
    <>
      <Breadcrumb steps={[{ label: "Accounts", href: "/admin/accounts" }, { label: account.email ?? account.id }]} />
      <div className="grid grid-cols-1 gap-6">
        <AccountHead account={account} />
        <Figures>
          <Figure name="Plan" note={plan.autoRenew ? "renews automatically" : undefined}>
            {plans[inForce].name}
            {until === null ? null : (
              <span className="block text-xs font-normal text-muted">
                until <Time at={toIso(until)} format="date" />
              </span>
            )}
          </Figure>
          <Figure name="Balance">
            <Money minor={account.balanceMinor} />
          </Figure>
          <Figure name="Analyses">
            <TextLink href={`/admin/jobs?owner=${encodeURIComponent(account.id)}`} quiet>
              {counts.analyses}
            </TextLink>
          </Figure>
          <Figure name="Sessions, passkeys, API keys" small>
            {counts.sessions}, {counts.passkeys}, {counts.keys}
          </Figure>
        </Figures>
        <AdminForms
          account={account.id}
          role={account.role}
          self={account.id === who.userId}
          choices={Object.values(plans).map(({ plan: value, name: label }) => ({ value, label }))}
        />
        <Card title="Administrator actions" description="This log is permanent.">
          <ActionList actions={actions} />
        </Card>
        <Card title="Recent transactions" flush>
          <StatementTable entries={entries} />
        </Card>
        <Card title="Plan history" flush>
          <PeriodTable periods={plan.periods} />
        </Card>
      </div>
    </>
  );
}

type Found = Awaited<ReturnType<typeof readAccount>>;

function AccountHead({ account }: Pick<Found, "account">) {
  return (
    <div>
      <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold wrap-anywhere">
        {account.email ?? account.id}
        {account.role === "admin" ? <Badge tone="info">Admin</Badge> : null}
        {account.email !== null && !account.emailVerified ? <Badge tone="warning">Email not confirmed</Badge> : null}
        {account.twoFactor ? <Badge>Two-factor</Badge> : null}
      </h2>
      <p className="text-sm text-muted wrap-anywhere">
        <bdi>{account.name ?? "API keys only"}</bdi> · <span className="font-mono text-xs">{account.id}</span> · joined{" "}
        <Time at={toIso(account.createdAt)} format="date" />
      </p>
    </div>
  );
}

function ActionList({ actions }: Pick<Found, "actions">) {
  return actions.length === 0 ? (
    <p className="text-sm text-muted">No actions yet.</p>
  ) : (
    <ul className="grid gap-3">
      {actions.map(({ id: actionId, actor, approvedBy, what, reason, at }) => (
        <li key={actionId} className="text-sm">
          <p className="wrap-anywhere">
            {capitalised(what)}: {reason}
          </p>
          <p className="text-xs text-muted wrap-anywhere">
            <Time at={toIso(at)} /> · {actor}
            {approvedBy === null ? null : `, approved by ${approvedBy}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
