import type { AccountDataParts } from '@palisade/nest-kit';

/**
 * This service's data of an account. `$1` is the account, `$2` the numbers of its sites. Visitors' requests are in
 * exports of the log, recorded requests in none; targets of streams are encrypted, and in none.
 */
export const OWN_PARTS: AccountDataParts = {
  'alert-rules': `SELECT name, site_id, severity, condition, note, is_active, silenced_until, created_at
    FROM alert_rules WHERE owner_id = $1 AND $2::int[] IS NOT NULL ORDER BY created_at, rule_id`,
  alerts: `SELECT rule_name, severity, domain_name, condition, summary, note, fired_at, resolved_at, acknowledged_at
    FROM owner_alerts WHERE owner_id = $1 AND $2::int[] IS NOT NULL ORDER BY fired_at, alert_id`,
  'log-streams': `SELECT name, kind, site_name, hint, format, filter, sample_percent, is_active, created_at
    FROM log_streams WHERE owner_id = $1 AND $2::int[] IS NOT NULL ORDER BY created_at, stream_id`,
  'log-exports': `SELECT domain_name, format, from_at, to_at, state, rows, bytes, created_at, expires_at
    FROM log_exports WHERE owner_id = $1 AND holds = 'log' AND $2::int[] IS NOT NULL ORDER BY created_at, export_id`,
  reports: `SELECT weekly, monthly, together, site_ids, with_pdf, brand_name, brand_colour, logo_type, encode(logo, 'base64') AS logo_base64
    FROM report_settings WHERE owner_id = $1 AND $2::int[] IS NOT NULL ORDER BY owner_id`,
  // Written by visitors to the owner.
  'visitor-reports': `SELECT s.site_id, v.request_id, v.client_address, v.text, v.email, v.state, v.reported_at, v.decided_at
    FROM visitor_reports v JOIN sites s USING (site_no)
    WHERE $1::uuid IS NOT NULL AND site_no = ANY($2) AND v.expires_at > now() ORDER BY v.reported_at, v.report_id`,
  'status-pages': `SELECT s.site_id, p.is_on, p.slug, p.name, p.note, p.shows_uptime, p.shows_outages, p.updated_at
    FROM status_pages p JOIN sites s USING (site_no) WHERE $1::uuid IS NOT NULL AND site_no = ANY($2) ORDER BY site_no`,
  incidents: `SELECT s.site_id, i.kind, i.impact, i.title, i.begins_at, i.ends_at,
      (SELECT json_agg(json_build_object('said_at', u.said_at, 'state', u.state, 'text', u.text) ORDER BY u.said_at)
       FROM status_updates u WHERE u.incident_id = i.incident_id) AS updates
    FROM status_incidents i JOIN sites s USING (site_no)
    WHERE $1::uuid IS NOT NULL AND site_no = ANY($2) ORDER BY i.begins_at, i.incident_id`,
};
