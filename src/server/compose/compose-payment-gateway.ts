import type { Database } from "#src/core/db/database.ts";
import {
  findSandboxPayment,
  insertSandboxPayment,
  listSandboxRows,
  updateSandboxPayment,
} from "#src/product/deposits/queries/sandbox.ts";
import { addressOf, publicAddress, exposureOf } from "#src/core/network/exposure.ts";
import type { Clock } from "#src/core/clock.ts";
import type { Settings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { createBtcPay } from "#src/product/deposits/processors/btcpay.ts";
import { createNowPayments } from "#src/product/deposits/processors/nowpayments.ts";
import type { PaymentProcessor, PaymentGateway } from "#src/product/deposits/processors/processor.ts";
import { createSandboxPayer, createSandbox, type SandboxStore } from "#src/product/deposits/processors/sandbox.ts";
import { keptSecret } from "#src/product/accounts/public/auth-settings.ts";

const callbackPath = "/api/deposit/ipn";

interface Tools {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Real ones, else the sandbox on a local server, else none.
 * @throws as checkPaymentGateway
 */
export function composePaymentGateway(tools: Tools, settings: Settings): PaymentGateway {
  const { service } = settings;
  const { real, sandbox } = choose(tools.clock, settings);
  if (!sandbox) return { processors: new Map(real.map((each) => [each.name, each])), sandbox: null };
  const secrets = { current: keptSecret(settings.home, "sandbox-secret"), previous: null };
  const options = { secrets, store: storeIn(tools), clock: tools.clock };
  const processor = createSandbox(options);
  const callbackUrl = `${addressOf(service.host, service.port)}${callbackPath}`;
  return {
    processors: new Map([[processor.name, processor]]),
    sandbox: createSandboxPayer({ ...options, callbackUrl }),
  };
}

/**
 * For a process whose database comes later.
 * @throws InvalidInput for half a processor
 */
export function checkPaymentGateway(clock: Clock, settings: Settings): void {
  choose(clock, settings);
}

function choose(
  clock: Clock,
  settings: Settings,
): { readonly real: readonly PaymentProcessor[]; readonly sandbox: boolean } {
  const { service } = settings;
  const real = [nowPayments(clock, settings), btcPay(settings)].filter((processor) => processor !== null);
  // Its payments are simulated.
  return { real, sandbox: real.length === 0 && exposureOf(service).local };
}

function nowPayments(clock: Clock, { service, payments }: Settings): PaymentProcessor | null {
  const { apiKey, secrets, url, outcomeCurrencies } = payments.nowpayments;
  if (apiKey === null && secrets === null) return null;
  if (apiKey === null || secrets === null)
    throw new InvalidInput("NOWPAYMENTS_API_KEY and NOWPAYMENTS_IPN_SECRET must both be set, or neither");
  const callbackUrl = `${publicAddress(service)}${callbackPath}`;
  return createNowPayments({ url, apiKey, secrets, callbackUrl, outcomeCurrencies, clock });
}

function btcPay({ payments }: Settings): PaymentProcessor | null {
  const { url, storeId, apiKey, secrets } = payments.btcpay;
  if (url === null && apiKey === null && secrets === null) return null;
  if (url === null || apiKey === null || storeId === null || secrets === null)
    throw new InvalidInput("BTCPAY_URL, BTCPAY_API_KEY and BTCPAY_WEBHOOK_SECRET must all be set, or none");
  return createBtcPay({ url, apiKey, storeId, secrets });
}

function storeIn({ db, clock }: Tools): SandboxStore {
  return {
    insert: (payment) => insertSandboxPayment(db.sql, payment),
    find: (id) => findSandboxPayment(db.sql, id),
    list: (owner) => listSandboxRows(db.sql, owner),
    update: (from, to) => updateSandboxPayment(db.sql, from, to, clock.now()),
  };
}
