"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { PayCurrency, ProcessorOffer } from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import type { Plan } from "#src/contract/accounts/plans.ts";
import { startDeposit } from "#src/web/actions/payments.ts";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { Button } from "#src/web/components/ui/elements.tsx";
import { useHydrated } from "#src/web/components/ui/early.ts";
import { Form, Submit } from "#src/web/components/ui/form.tsx";
import { TextField, SelectField } from "#src/web/components/ui/fields.tsx";
import { RadioGroup } from "#src/web/components/ui/boxes.tsx";

const usualAmounts = [2500, 5000, 10_000, 25_000];
const fields = ["amount", "currency"];

interface Props {
  /** At least one, with at least one currency each. */
  readonly offers: readonly [ProcessorOffer, ...ProcessorOffer[]];
  /** What stands in the field at first, in dollars. */
  readonly amount: string;
  /** What the money is for: the page of the deposit leads back to its purchase. */
  readonly plan: Plan | null;
  /** Of this form; what is changed in it makes another order with another key. */
  readonly firstKey: string;
}

export function OpenDepositForm({ offers, amount: firstAmount, plan, firstKey }: Props) {
  const router = useRouter();
  const [key, setKey] = useState(firstKey);
  const { form, errorOf, typed } = useActionForm(startDeposit, (id) => {
    setKey(newKey());
    router.push(`/deposits/${id}${plan === null ? "" : `?plan=${plan}`}`);
  });
  const [amount, setAmount] = useState(typed("amount") ?? firstAmount);
  const [processor, setProcessor] = useState(
    offers.find(({ name }) => name === typed("processor"))?.name ?? offers[0].name,
  );
  const [code, setCode] = useState(typed("currency") ?? offers[0].currencies[0]?.code ?? "");
  const offer = offers.find(({ name }) => name === processor) ?? offers[0];
  const currency = offer.currencies.find((one) => one.code === code) ?? offer.currencies[0];
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setKey(newKey());
    };
  const chooseCoin = (coin: string) => change(setCode)(offer.currencies.find((one) => one.coin === coin)?.code ?? "");
  const least = Math.max(offer.minMinor, currency?.minMinor ?? 0);
  return (
    <Form to={form} beside={fields} failed="The deposit could not be created" hidden={{ key }} className="gap-5">
      <div className="grid gap-2">
        <TextField
          label="Amount in US dollars"
          hint={`From ${formatUsd(least)} to ${formatUsd(offer.maxMinor)}${currency === undefined ? "" : ` with ${currency.name}`}.`}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="50.00"
          value={amount}
          onChange={(event) => change(setAmount)(event.currentTarget.value)}
        />
        <UsualAmounts least={least} most={offer.maxMinor} onChoose={change(setAmount)} />
      </div>
      {offers.length === 1 ? (
        <input type="hidden" name="processor" value={offer.name} />
      ) : (
        <RadioGroup
          label="Processor"
          name="processor"
          value={offer.name}
          onValueChange={(name) => {
            const chosen = offers.find((one) => one.name === name);
            if (chosen !== undefined) change(setProcessor)(chosen.name);
          }}
          choices={offers.map(({ name, title }) => ({ value: name, label: title }))}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <CoinFields
          offer={offer}
          currency={currency}
          error={errorOf("currency")}
          onCoin={chooseCoin}
          onCode={change(setCode)}
        />
      </div>
      <Submit>Show address</Submit>
    </Form>
  );
}

interface AmountsProps {
  readonly least: number;
  readonly most: number;
  /** In dollars. */
  readonly onChoose: (amount: string) => void;
}

function UsualAmounts({ least, most, onChoose }: AmountsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {usualAmounts
        .filter((minor) => minor >= least && minor <= most)
        .map((minor) => (
          <Button key={minor} variant="secondary" size="sm" onClick={() => onChoose((minor / 100).toFixed(2))}>
            {formatUsd(minor)}
          </Button>
        ))}
    </div>
  );
}

interface CoinProps {
  readonly offer: ProcessorOffer;
  readonly currency: PayCurrency | undefined;
  readonly error: string | undefined;
  readonly onCoin: (coin: string) => void;
  readonly onCode: (code: string) => void;
}

function CoinFields({ offer, currency, error, onCoin, onCode }: CoinProps) {
  const hydrated = useHydrated();
  return (
    <>
      <SelectField
        label="Coin"
        value={currency?.coin ?? ""}
        options={coinsOf(offer.currencies).map((coin) => ({ value: coin, label: coin }))}
        onChange={(event) => onCoin(event.currentTarget.value)}
      />
      <SelectField
        label="Network"
        hint="Make sure your wallet sends on this network."
        error={error}
        name="currency"
        value={currency?.code ?? ""}
        // Without a script one choice must do for both.
        options={offer.currencies
          .filter(({ coin }) => coin === currency?.coin || !hydrated)
          .map(({ code: value, name }) => ({ value, label: name }))}
        onChange={(event) => onCode(event.currentTarget.value)}
      />
    </>
  );
}

function coinsOf(currencies: readonly PayCurrency[]): string[] {
  return [...new Set(currencies.map(({ coin }) => coin))];
}

/** `crypto.randomUUID` is only there on https and on this machine. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
