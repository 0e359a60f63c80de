import pg from 'pg';
import type { RunningStack } from '../running-stack.ts';
import { Campaign } from './campaign.ts';
import type { Customers } from './customers.ts';
import type { Payments } from './payments.ts';
import type { Visitors } from './visitors.ts';

/** What was acknowledged of one kind, and how much of it is kept otherwise than once. */
export interface Kept {
  what: string;
  acknowledged: number;
  lost: number;
  /** What of it is lost, by an id that others know, or in words. */
  lostIds: readonly string[];
  twice: number;
}

/** @param times how often each is kept; what was not acknowledged may be kept once as well */
export function compare(what: string, acknowledged: readonly string[], times: Map<string, number>): Kept {
  const lostIds = acknowledged.filter((id) => !times.has(id));
  return {
    what,
    acknowledged: acknowledged.length,
    lost: lostIds.length,
    lostIds,
    twice: [...times.values()].filter((count) => count > 1).length,
  };
}

/** Actors and the responses that they got. */
export interface ObservedActors {
  visitors: Visitors;
  customers: Customers;
  payments: Payments;
  campaign: Campaign | null;
}

/** Compares log records, accounts, orders, payments and mails with the responses that visitors, customers and PayPal got. */
export async function countKept(
  stack: RunningStack,
  { visitors, customers, payments, campaign }: ObservedActors,
): Promise<Kept[]> {
  const answered = visitors.seen.map(({ id }) => id).filter((id) => id !== '');
  const registered = customers.deeds.filter((deed) => deed.registered).map(({ email }) => email);
  const ordered = customers.deeds.flatMap(({ orderId }) => orderId ?? []);
  // Asked first: what PayPal takes from now on need not be in the books yet.
  const taken = await payments.takenIds();
  const paid = payments.made.flatMap(({ paidOrderId }) => paidOrderId ?? []);
  const client = new pg.Client(stack.databaseUrl);
  await client.connect();
  const counted = async (sql: string): Promise<Map<string, number>> => {
    const { rows } = await client.query<{ key: string; times: number }>(sql);
    return new Map(rows.map(({ key, times }) => [key, times]));
  };
  try {
    const records = await counted(
      `SELECT request_id::text AS key, count(*)::int AS times FROM logs.request_logs GROUP BY 1`,
    );
    const accounts = await counted(
      `SELECT email AS key, count(*)::int AS times FROM auth.users WHERE email LIKE 'chaos-%' GROUP BY 1`,
    );
    const orders = await counted(
      `SELECT o.id::text AS key, count(*) OVER (PARTITION BY user_id)::int AS times
         FROM billing.orders o JOIN auth.users u ON u.id = o.user_id WHERE u.email LIKE 'chaos-%'`,
    );
    const activated = await counted(
      `SELECT o.id::text AS key, count(i.id)::int AS times
         FROM billing.orders o LEFT JOIN billing.invoices i ON i.order_id = o.id AND i.kind = 'invoice'
        WHERE o.status = 'completed' AND o.guest_email LIKE 'chaos-buyer-%' GROUP BY 1`,
    );
    const booked = await counted(
      `SELECT paypal_order_id AS key, count(*)::int AS times FROM billing.orders
        WHERE status = 'completed' AND guest_email LIKE 'chaos-buyer-%' GROUP BY 1`,
    );
    const written = await counted(
      `SELECT to_address || ' ' || template AS key, count(*)::int AS times
         FROM mailer.mails WHERE to_address LIKE 'chaos-%' GROUP BY 1`,
    );
    const welcomed = new Map([...written].map(([key, times]) => [key.split(' ')[0]!, times]));
    // One whose attempt was killed is tried again when the claim on it ends, minutes later: it is not lost, and may have arrived.
    const mails = await client.query<Mailbox>(
      `SELECT to_address AS address, count(*)::int AS written,
              count(*) FILTER (WHERE status <> 'queued' OR attempts = 0)::int AS settled,
              string_agg(concat_ws(' ', template, status, reason, 'attempts ' || attempts), ', ') AS states
         FROM mailer.mails WHERE to_address LIKE 'chaos-%' GROUP BY 1`,
    );
    return [
      compare('requests in the log', answered, records),
      compare('accounts', registered, accounts),
      compare('orders', ordered, orders),
      compare('payments that were told to their buyers, each with its invoice', paid, activated),
      compare('payments that PayPal has taken', taken, booked),
      compare('customers with mails written', registered, welcomed),
      delivered(await arrivals(stack, ''), mails.rows),
      ...(campaign === null ? [] : [await deliveredOf(campaign, stack, client)]),
    ];
  } finally {
    await client.end();
  }
}

interface Mailbox {
  address: string;
  written: number;
  /** Not between two attempts. */
  settled: number;
  /** Of its mails, for people. */
  states: string;
}

const ADDRESS = /chaos-[\w-]+@strangers\.example/;

/** How many mails a server took for each address. */
async function arrivals(stack: RunningStack, subject: string): Promise<Map<string, number>> {
  const search = encodeURIComponent(subject === '' ? 'chaos-' : subject);
  const mails = (await (await fetch(`${stack.urls.inbox}api/mails?search=${search}`)).json()) as {
    to: string;
  }[];
  const byAddress = Map.groupBy(mails, ({ to }) => ADDRESS.exec(to)?.[0] ?? to);
  return new Map([...byAddress].map(([address, all]) => [address, all.length]));
}

/** Every mail that the mailer has settled, as the server that takes them has it. */
function delivered(arrived: ReadonlyMap<string, number>, mailboxes: readonly Mailbox[]): Kept {
  const sum = (count: (mailbox: Mailbox, arrivals: number) => number): number =>
    mailboxes.reduce((total, box) => total + Math.max(0, count(box, arrived.get(box.address) ?? 0)), 0);
  return {
    what: 'mails delivered',
    acknowledged: sum(({ settled }) => settled),
    lost: sum(({ settled }, times) => settled - times),
    lostIds: mailboxes
      .filter(({ address, settled }) => settled > (arrived.get(address) ?? 0))
      .map(({ address, states }) => `${address} (${states})`),
    twice: sum(({ written }, times) => times - written),
  };
}

/** Mails being sent when their process was killed are reported as unknown and left to the operator: they arrive at most once. */
async function deliveredOf(campaign: Campaign, stack: RunningStack, client: pg.Client): Promise<Kept> {
  const { rows } = await client.query<{ email: string }>(
    `SELECT email FROM mailer.campaign_recipients WHERE campaign_id = $1 AND status <> 'unknown'`,
    [campaign.id],
  );
  const readers = rows.map(({ email }) => email);
  return compare('mails of the campaign', readers, await arrivals(stack, Campaign.subject));
}
