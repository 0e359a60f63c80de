import pg from 'pg';
import type { RunningStack } from '../running-stack.ts';
import type { Customers } from './customers.ts';
import type { Visitors } from './visitors.ts';

/** What was acknowledged of one kind, and how much of it is kept otherwise than once. */
export interface Kept {
  what: string;
  acknowledged: number;
  lost: number;
  /** Ids of those lost, where they have one that others know. */
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

/** Counts log records, accounts, orders and mails against what visitors and customers were told. */
export async function countKept(
  stack: RunningStack,
  visitors: Visitors,
  customers: Customers,
): Promise<Kept[]> {
  const answered = visitors.seen.map(({ id }) => id).filter((id) => id !== '');
  const registered = customers.deeds.filter((deed) => deed.registered).map(({ email }) => email);
  const ordered = customers.deeds.flatMap(({ orderId }) => orderId ?? []);
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
    const written = await counted(
      `SELECT to_address || ' ' || template AS key, count(*)::int AS times
         FROM mailer.mails WHERE to_address LIKE 'chaos-%' GROUP BY 1`,
    );
    const welcomed = new Map([...written].map(([key, times]) => [key.split(' ')[0]!, times]));
    // One whose attempt was killed is tried again when the claim on it ends, minutes later: it is not lost, and may have arrived.
    const mails = await client.query<Mailbox>(
      `SELECT to_address AS address, count(*)::int AS written,
              count(*) FILTER (WHERE status <> 'queued' OR attempts = 0)::int AS settled
         FROM mailer.mails WHERE to_address LIKE 'chaos-%' GROUP BY 1`,
    );
    return [
      compare('requests in the log', answered, records),
      compare('accounts', registered, accounts),
      compare('orders', ordered, orders),
      compare('customers with mails written', registered, welcomed),
      await delivered(stack, mails.rows),
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
}

/** Every mail that the mailer has settled, as the server that takes them has it. */
async function delivered(stack: RunningStack, mailboxes: readonly Mailbox[]): Promise<Kept> {
  const mails = (await (await fetch(`${stack.urls.inbox}api/mails?search=chaos-`)).json()) as {
    to: string;
  }[];
  const arrived = Map.groupBy(mails, ({ to }) => /chaos-\d+@strangers\.example/.exec(to)?.[0] ?? to);
  const sum = (count: (mailbox: Mailbox, arrivals: number) => number): number =>
    mailboxes.reduce(
      (total, box) => total + Math.max(0, count(box, arrived.get(box.address)?.length ?? 0)),
      0,
    );
  return {
    what: 'mails delivered',
    acknowledged: sum(({ settled }) => settled),
    lost: sum(({ settled }, arrivals) => settled - arrivals),
    lostIds: [],
    twice: sum(({ written }, arrivals) => arrivals - written),
  };
}
