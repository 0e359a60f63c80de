/** More orders and invoices than can have been written between a backup and the loss of later data. */
const SKIPPED_ORDERS = 10_000;
const SKIPPED_INVOICES = 1_000;
/** The column of the controls is an integer. */
const MAX_INTEGER = 2_147_000_000;

/** Beyond every version that an edge or Redis may have been given since: no document changes once a second all its life. */
const VERSION = 'greatest(version + 1, extract(epoch FROM now())::bigint)';

/** Backups of earlier versions have fewer tables. */
const where = (table: string, statement: string): string =>
  `IF to_regclass('${table}') IS NOT NULL THEN ${statement}; END IF;`;

/**
 * Adjusts a restored database, which is older than its surroundings, in the transaction that restores it:
 * - edges that kept running have newer configurations, lists and controls, and accept only still newer ones;
 * - campaigns that were running have continued since: they wait for a decision;
 * - numbers of orders and invoices assigned since are known to customers and PayPal.
 */
export const GONE_BACK = `DO $$ BEGIN
  ${where('domains.publications', `UPDATE domains.publications SET version = ${VERSION}, key_id = '', published_version = NULL, changed_at = now()`)}
  ${where('domains.client_lists', `UPDATE domains.client_lists SET version = ${VERSION}, published_version = NULL, changed_at = now()`)}
  ${where('domains.edge_controls', `UPDATE domains.edge_controls SET version = least(${VERSION}, ${MAX_INTEGER}), changed_at = now()`)}
  ${where('mailer.campaigns', `UPDATE mailer.campaigns SET status = 'paused', problem = 'It was being sent when the backup was made. Some of its readers may have it already.' WHERE status = 'sending'`)}
  ${where('billing.order_numbers', `PERFORM setval('billing.order_numbers', nextval('billing.order_numbers') + ${SKIPPED_ORDERS})`)}
  ${where(
    'billing.invoice_counters',
    `INSERT INTO billing.invoice_counters (year, last)
       VALUES (extract(year FROM now() AT TIME ZONE 'UTC')::integer, ${SKIPPED_INVOICES})
     ON CONFLICT (year) DO UPDATE SET last = billing.invoice_counters.last + ${SKIPPED_INVOICES}`,
  )}
END $$;
`;

/** Notes for the operator about it. */
export const GONE_BACK_NOTES: readonly string[] = [
  'edges take the restored configurations, whatever they hold',
  'campaigns that were being sent are paused: some readers may have them already',
  `numbers of orders go on ${SKIPPED_ORDERS} further, those of invoices ${SKIPPED_INVOICES}: what was written since the backup has the ones between`,
  'look through PayPal’s activity since the backup: payments and agreements from then are unknown here',
];
