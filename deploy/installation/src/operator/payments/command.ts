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

interface Assigned {
  payment: Payment;
  orderNumber: string;
  isActive: boolean;
  endedAgreementId: string | null;
}

interface PaymentsTool {
  unknownPayments(environment: NodeJS.ProcessEnv): Promise<Payment[]>;
  assignPayment(environment: NodeJS.ProcessEnv, id: string, orderNumber: string): Promise<Assigned>;
  noteRefund(environment: NodeJS.ProcessEnv, id: string): Promise<Payment>;
}

const PAYMENTS_TOOL = 'services/billing/dist/tools/unknown-payments.js';

/** Advice for errors of billing's own code. */
const ADVICE: Readonly<Record<string, string>> = {
  payment_not_found: 'palisade payments lists them.',
  payment_settled: 'Nothing is left to do about it.',
  order_not_found: 'The number is in the admin panel under Orders, and in the payer’s own list of orders.',
  order_not_open: 'Name an unpaid order; the payer creates one by choosing the plan again.',
  payment_mismatch:
    'Give the payment back at PayPal, or give the payer the plan in the admin panel and note the payment as refunded.',
};

export const payments: Command = {
  summary: 'payments at PayPal without an order here: list them, assign one to an order, or note its refund',
  usage: '[assign PAYMENT --order NUMBER | refunded PAYMENT]',
  help: `  assign PAYMENT         pays an order with it, with invoice, plan and mail as usual; amount and currency must be those of the order
  --order NUMBER         number of the unpaid order
  refunded PAYMENT       notes that it was refunded at PayPal; refunds that PayPal reports are noted without this command
  --json                 for programs
${INSTALLATION_HELP}

PAYMENT is PayPal's id. Without arguments it lists the payments: amount, when PayPal reported it, the id that its order had here, and its
agreement, which keeps charging until it is cancelled at PayPal. The audit log records each change, by "operator".`,
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
  else if (found.length === 0) out('Every payment reported by PayPal has an order.\n');
  else out(found.map(lineOf).join(''));
}

function assigned({ values, out }: CommandInput, done: Assigned): void {
  if (values.json === true) {
    out(`${JSON.stringify(done, null, 2)}\n`);
    return;
  }
  const { payment, orderNumber, isActive, endedAgreementId } = done;
  out(
    `${orderNumber} is paid by ${payment.id}; ${isActive ? 'its plan is active' : 'its plan waits for an account, or for its owner’s consent'}.\n`,
  );
  if (endedAgreementId !== null) {
    out(
      `It is paid once: its own agreement ${endedAgreementId} is ended, and the payer renews by hand or subscribes again.\n`,
    );
  }
  out(agreementOf(payment));
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
    : `Its agreement ${agreementId} keeps charging: cancel it at PayPal unless an order here has it.\n`;

/** Error codes and texts come from billing's own code. */
async function explainingRefusals(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, detail } = error as { code?: string; detail?: string };
    const advice = code === undefined ? undefined : ADVICE[code];
    if (advice === undefined) throw error;
    throw new OperatorError(code!, detail!, advice, { cause: error });
  }
}
