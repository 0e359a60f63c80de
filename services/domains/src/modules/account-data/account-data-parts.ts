import type { AccountDataParts } from '@palisade/nest-kit';

/**
 * Leaves out private keys, domains' verification tokens, and URLs of lists, which may contain a token. Values of header
 * rules are the owner's own and included, as the archive says.
 */
export const ACCOUNT_DATA_PARTS: AccountDataParts = {
  domains: `SELECT id, domain_name, hosts, dns_verified, verified_at, paused_by_owner, config_version, created_at
    FROM domains WHERE owner_id = $1 ORDER BY created_at, id`,
  // All versions with their custom rules; the last one is in force.
  policies: `SELECT d.domain_name, v.version, v.change_kind, v.restored_version, v.created_at, v.origin_config, v.policy_config
    FROM waf_config_versions v JOIN domains d ON d.id = v.domain_id WHERE d.owner_id = $1 ORDER BY d.id, v.version`,
  drafts: `SELECT d.domain_name, p.name, p.note, p.change, p.created_at, p.updated_at, p.expires_at
    FROM policy_drafts p JOIN domains d ON d.id = p.domain_id WHERE d.owner_id = $1 ORDER BY p.created_at, p.id`,
  'roll-outs': `SELECT d.domain_name, r.state, r.changes, r.reason, r.started_at, r.ended_at
    FROM rollouts r JOIN domains d ON d.id = r.domain_id WHERE d.owner_id = $1 ORDER BY r.started_at, r.id`,
  certificates: `SELECT d.domain_name, c.source, c.status, c.names, c.issuer, c.serial, c.not_before, c.not_after
    FROM certificates c JOIN domains d ON d.id = c.domain_id WHERE d.owner_id = $1 ORDER BY d.id, c.source`,
  'origin-certificates': `SELECT d.domain_name, c.source, c.subject, c.issuer, c.serial, c.not_before, c.not_after
    FROM origin_certificates c JOIN domains d ON d.id = c.domain_id WHERE d.owner_id = $1 ORDER BY d.id, c.source`,
  'dns-records': `SELECT d.domain_name, r.host, r.purpose, r.state, r.found, r.checked_at
    FROM dns_records r JOIN domains d ON d.id = r.domain_id WHERE d.owner_id = $1 ORDER BY d.id, r.purpose, r.host`,
  lists: `SELECT id, name, note, holds, source, interval_minutes, entries, refused, created_at, changed_at
    FROM client_lists WHERE owner_id = $1 AND removed_at IS NULL ORDER BY created_at, id`,
};
