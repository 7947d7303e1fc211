import { BellRing } from "lucide-react";
import type { Metadata } from "next";
import { channelKinds } from "#src/contract/messages/channels.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { readProfile } from "#src/product/accounts/profile.ts";
import { getCalendar } from "#src/product/calendar/calendar.ts";
import { listChannels } from "#src/product/channels/channels.ts";
import { getAlerts } from "#src/product/signals/alerts.ts";
import type { NotificationSettings } from "#src/contract/accounts/users.ts";
import type { Portfolio } from "#src/contract/portfolios/portfolios.ts";
import { listPortfolios } from "#src/product/portfolios/portfolios.ts";
import { saveNotifications } from "#src/web/actions/account.ts";
import { keepPortfolioAlerts } from "#src/web/actions/portfolios.ts";
import { keepAlerts } from "#src/web/actions/signals.ts";
import { CalendarForm, NewChannelForm } from "#src/web/components/channels/channel-forms.tsx";
import { ChannelStateBadge } from "#src/web/components/channels/channel-parts.tsx";
import { Switch } from "#src/web/components/ui/boxes.tsx";
import { CopyableCode } from "#src/web/components/ui/code-block.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";
import { ActionForm, Submit } from "#src/web/components/ui/form.tsx";
import { Alert, TextLink } from "#src/web/components/ui/elements.tsx";
import { Card, CardContent, EmptyState, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Alerts" };

const switches: readonly { name: keyof NotificationSettings; label: string; hint: string }[] = [
  { name: "sign_in", label: "New sign-in", hint: "Someone signs in to your account from a new browser." },
  { name: "analysis_finished", label: "Analysis finished", hint: "One of your analyses finishes or fails." },
  {
    name: "condition_broken",
    label: "Condition broken",
    hint: "Something has happened that your analysis, or a signal on your list, said would break its rating.",
  },
  { name: "plan_ends", label: "Plan and renewal", hint: "Your plan renews, is about to end, or has ended." },
  {
    name: "portfolio_alert",
    label: "Portfolio alert",
    hint: "A portfolio reaches what you set for it below.",
  },
  { name: "referral_reward", label: "Referral reward", hint: "Someone you referred buys a plan." },
];

/** Everything that is sent: by email, to a webhook, to channels, into a calendar. */
export default async function Alerts() {
  const who = await requireViewer();
  const ctx = contextOf(who);
  const [{ notifications, email }, alerts, portfolios] = await Promise.all([
    readProfile(ctx),
    getAlerts(ctx),
    listPortfolios(ctx),
  ]);
  return (
    <>
      <PageHeader
        title="Alerts"
        description="Choose which messages you get, and where: email, webhook, chat or calendar."
      />
      <Card
        id="signals"
        title="Changed ratings"
        description="Sent when a signal's rating differs from the previous one. A run that ends in REVIEW publishes no signal and sends no alert."
        inner="grid gap-5"
      >
        {who.entitlements.signals ? null : (
          <Alert tone="info" title="Alerts cover your own watchlists only">
            Alerts for the house list are included in {plans.signals.name} and {plans.elite.name}.
          </Alert>
        )}
        <ActionForm action={keepAlerts} beside={["webhook_url", "symbols"]} said="Saved" className="max-w-xl gap-5">
          <Switch name="email" label="Email" hint={`Sent to ${email}.`} defaultChecked={alerts.email} />
          <TextField
            label="Webhook"
            hint="We send a signed message to this URL for each change. Leave empty to turn this off."
            type="url"
            name="webhook_url"
            maxLength={2048}
            defaultValue={alerts.webhook_url ?? ""}
            placeholder="https://example.com/signals"
            autoComplete="off"
          />
          {alerts.webhook_secret === null ? null : (
            <div className="grid gap-1.5">
              <span className="text-xs text-muted">Signing secret</span>
              <CopyableCode text={alerts.webhook_secret} label="Copy secret" />
            </div>
          )}
          <TextField
            label="Only these symbols"
            hint="Separated by commas. Leave empty for all."
            name="symbols"
            maxLength={4000}
            defaultValue={alerts.symbols?.join(", ") ?? ""}
            autoComplete="off"
          />
          <Submit>Save alerts</Submit>
        </ActionForm>
      </Card>
      <Card
        id="email"
        title="Email notifications"
        description={
          <>
            Sent to <span className="wrap-anywhere">{email}</span>. Security emails, such as a changed password, are
            always sent.
          </>
        }
      >
        <ActionForm action={saveNotifications} said="Saved" className="gap-5">
          {switches.map(({ name, label, hint }) => (
            <Switch key={name} name={name} label={label} hint={hint} defaultChecked={notifications[name]} />
          ))}
          <Submit>Save email settings</Submit>
        </ActionForm>
      </Card>
      <PortfolioAlertCards portfolios={portfolios} />
      <Channels {...await listChannels(ctx)} />
      <Calendar calendar={await getCalendar(ctx)} />
    </>
  );
}

function Channels({ channels, telegram }: Awaited<ReturnType<typeof listChannels>>) {
  return (
    <>
      <Card
        id="channels"
        title="Your channels"
        description={
          <>
            Get signals and account events in your chat, besides email.{" "}
            <TextLink href="/help/channels">How it works</TextLink>
          </>
        }
        flush
      >
        {channels.length === 0 ? (
          <EmptyState icon={BellRing} title="No channels yet" className="border-t">
            Add one below.
          </EmptyState>
        ) : (
          <CardContent>
            <ul className="grid">
              {channels.map(({ id, kind, name, hint, state, reason }) => (
                <li key={id} className="grid gap-1 border-b py-3 text-sm first:pt-0 last:border-0 last:pb-0">
                  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <TextLink href={`/settings/channels/${id}`} className="wrap-anywhere">
                      {name}
                    </TextLink>
                    <ChannelStateBadge state={state} />
                  </div>
                  <p className="text-xs text-muted wrap-anywhere">
                    {[channelKinds[kind], hint].filter((part) => part !== "").join(", ")}
                  </p>
                  {reason === null ? null : <p className="text-xs text-negative">Paused: {reason}.</p>}
                </li>
              ))}
            </ul>
          </CardContent>
        )}
      </Card>
      <Card
        title="Add a channel"
        description={
          <>
            Addresses and tokens are stored encrypted and never shown again.
            {telegram ? "" : " Telegram is not set up on this server."}
          </>
        }
      >
        <NewChannelForm telegram={telegram} />
      </Card>
    </>
  );
}

function Calendar({ calendar }: { calendar: Awaited<ReturnType<typeof getCalendar>> }) {
  return (
    <Card
      id="calendar"
      title="Calendar"
      description="Market closes of your lists, when the lists run, and expected reports, for any calendar app. Anyone with the address can read it."
      inner="grid gap-4"
    >
      {calendar === null ? null : (
        <p className="text-sm text-muted">
          Created <Time at={calendar.created_at} />.{" "}
          {calendar.read_at === null ? (
            "Not read yet."
          ) : (
            <>
              Last read <Time at={calendar.read_at} />.
            </>
          )}
        </p>
      )}
      <CalendarForm has={calendar !== null} />
    </Card>
  );
}

const alertLimits = [
  { name: "day_change_pct", label: "Moves in a day, %", hint: "Up or down, without purchases." },
  { name: "drawdown_pct", label: "Falls below its highest point, %", hint: "Of the last year." },
  { name: "position_pct", label: "One position above, %", hint: "Of all positions and cash." },
] as const;

/** What of each portfolio its owner is told. */
function PortfolioAlertCards({ portfolios }: { portfolios: readonly Portfolio[] }) {
  return portfolios
    .filter(({ lots }) => lots.length > 0)
    .map(({ id, name, alerts }, index) => (
      <Card
        key={id}
        id={index === 0 ? "portfolios" : undefined}
        title={<span className="wrap-anywhere">Alerts on {name}</span>}
        description={
          <>
            Checked once a day after midnight UTC, by closes of the day before. Sent by email and to your channels, with
            percentages and symbols but no amounts. Leave empty to turn one off.{" "}
            <TextLink href={`/portfolios/${id}`}>Open the portfolio</TextLink>
          </>
        }
      >
        <ActionForm
          action={keepPortfolioAlerts}
          beside={alertLimits.map((one) => one.name)}
          failed="The alerts were not saved"
          said="Saved"
          hidden={{ id }}
          className="max-w-3xl gap-5"
        >
          <div className="grid gap-4 sm:grid-cols-3">
            {alertLimits.map(({ name: field, label, hint }) => (
              <TextField
                key={field}
                label={label}
                hint={hint}
                name={field}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={alerts[field] === null ? "" : String(alerts[field])}
              />
            ))}
          </div>
          <Switch
            name="ratings"
            label="A rating turns down"
            hint="Your newest analysis of one of its symbols says Underweight or Sell, and the one before it did not."
            defaultChecked={alerts.ratings}
          />
          <Submit>Save portfolio alerts</Submit>
        </ActionForm>
      </Card>
    ));
}
