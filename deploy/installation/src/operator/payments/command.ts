import {
  type Command,
  type CommandInput,
  EXIT,
  INSTALLATION_HELP,
  INSTALLATION_OPTION,
  text,
} from '../base/command.ts';
import { findInstallation } from '../base/installation.ts';
import { OperatorError, UsageError } from '../base/operator-error.ts';
import { builtModule } from '../base/workspace.ts';

/** See services/billing/src/tools/unknown-payments.ts. */
interface Payment {
  id: string;
  amount: string | null;
  currency: string | null;
  orderReference: string | null;
  agreementId: string | null;
  notedAt: string;
}

interface PaymentsTool {
  unknownPayments(environment: NodeJS.ProcessEnv): Promise<Payment[]>;
  assignPayment(
    environment: NodeJS.ProcessEnv,
    id: string,
    orderNumber: string,
  ): Promise<{ payment: Payment; orderNumber: string; isActive: boolean }>;
  noteRefund(environment: NodeJS.ProcessEnv, id: string): Promise<Payment>;
}

const PAYMENTS_TOOL = 'services/billing/dist/tools/unknown-payments.js';

/** What to do about what billing's own code refuses. */
const TODO: Readonly<Record<string, string>> = {
  payment_not_found: 'See palisade payments for those that there are.',
  payment_settled: 'Nothing is left to do about it.',
  order_not_found:
    'Its number stands in the admin panel under Orders, and in the list of orders of the payer.',
  order_not_open: 'Name an order that nobody has paid for; the payer makes one by choosing the plan again.',
  order_renews:
    'Cancel the agreement of the payment at PayPal, give the payment back there, and have the payer subscribe again.',
  payment_mismatch:
    'Give the payment back at PayPal, or give the payer the plan in the admin panel and note the payment as refunded.',
};

export const payments: Command = {
  summary:
    'payments at PayPal that no order has: lists them, assigns one to an order, or notes that it was refunded',
  usage: '[assign PAYMENT --order NUMBER | refunded PAYMENT]',
  help: `  assign PAYMENT         pays an order with it: invoice, plan and mail are those of any payment. Amount and currency are the same
  --order NUMBER         of an order that nobody has paid for
  refunded PAYMENT       it was given back at PayPal; where PayPal tells of that, it is noted without this command
  --json                 for programs
${INSTALLATION_HELP}

A PAYMENT is named by PayPal's id of it. Without more, lists them: when PayPal told of it, how much, the id that its order had here, and its
agreement, which goes on taking money until it is cancelled at PayPal. The audit log has a line of each change, by "operator".`,
  options: { ...INSTALLATION_OPTION, order: { type: 'string' }, json: { type: 'boolean' } },
  run: async (input) => {
    const { positionals, values, environment } = input;
    const [what, id, ...rest] = positionals;
    const order = text(values, 'order');
    const isKnown =
      (what === undefined && order === undefined) ||
      (what === 'assign' && id !== undefined && order !== undefined) ||
      (what === 'refunded' && id !== undefined && order === undefined);
    if (!isKnown || rest.length > 0) {
      throw new UsageError(
        'It is payments, payments assign PAYMENT --order NUMBER, or payments refunded PAYMENT.',
      );
    }
    const { settings } = findInstallation(text(values, 'installation'), environment);
    const tool = await builtModule<PaymentsTool>(PAYMENTS_TOOL);
    await explainingRefusals(async () => {
      if (what === undefined) return list(input, await tool.unknownPayments(settings.billing));
      if (what === 'refunded') return noted(input, await tool.noteRefund(settings.billing, id!));
      return assigned(input, await tool.assignPayment(settings.billing, id!, order!));
    });
    return EXIT.fine;
  },
};

function list({ values, out }: CommandInput, found: readonly Payment[]): void {
  if (values.json === true) out(`${JSON.stringify(found, null, 2)}\n`);
  else if (found.length === 0) out('Every payment that PayPal told of has an order.\n');
  else out(found.map(lineOf).join(''));
}

function assigned(
  { values, out }: CommandInput,
  done: { payment: Payment; orderNumber: string; isActive: boolean },
): void {
  if (values.json === true) {
    out(`${JSON.stringify(done, null, 2)}\n`);
    return;
  }
  const { payment, orderNumber, isActive } = done;
  out(
    `${orderNumber} is paid by ${payment.id}; ${isActive ? 'its plan holds' : 'its plan waits for an account, or for the owner’s word'}.\n${agreementOf(payment)}`,
  );
}

function noted({ values, out }: CommandInput, payment: Payment): void {
  if (values.json === true) out(`${JSON.stringify(payment, null, 2)}\n`);
  else out(`${payment.id} is noted as refunded.\n${agreementOf(payment)}`);
}

const lineOf = ({ id, amount, currency, orderReference, agreementId, notedAt }: Payment): string =>
  `${[
    id,
    `${amount ?? '?'} ${currency ?? '?'}`,
    notedAt,
    ...(orderReference === null ? [] : [`order ${orderReference}`]),
    ...(agreementId === null ? [] : [`agreement ${agreementId}`]),
  ].join('  ')}\n`;

const agreementOf = ({ agreementId }: Payment): string =>
  agreementId === null
    ? ''
    : `Its agreement ${agreementId} goes on taking money: cancel it at PayPal unless an order here has it.\n`;

/** Codes and sentences of billing's own code. */
async function explainingRefusals(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, detail } = error as { code?: string; detail?: string };
    const todo = code === undefined ? undefined : TODO[code];
    if (todo === undefined) throw error;
    throw new OperatorError(code!, detail!, todo, { cause: error });
  }
}
