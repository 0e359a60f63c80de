import type { AccountDataParts } from '@palisade/nest-kit';

/**
 * No part contains links of mails, which give access, or secrets of alert channels. Nor what is stored under the
 * account's address alone, such as the newsletter: nobody has proved that the address is theirs.
 */
export const ACCOUNT_DATA_PARTS: AccountDataParts = {
  mails: `SELECT category, template, to_address, variables, status, reason, created_at, finished_at
    FROM mails WHERE user_id = $1 ORDER BY created_at, id`,
  notifications: `SELECT at, category, kind, title, preview, domain, read_at
    FROM notifications WHERE user_id = $1 ORDER BY at, id`,
  'alert-channels': `SELECT name, kind, hint, is_active, disabled_reason, created_at
    FROM alert_channels WHERE owner_id = $1 ORDER BY created_at, id`,
};
