import type { AccountAudit, AuditAction, AuditPage } from '../../shared/api/openapi.gen.ts';
import { detailTexts } from './audit-details.ts';

type AuditEntry = AuditPage['entries'][number];
export type AccountAuditEntry = AccountAudit['entries'][number];

/** Actions as phrases after a name. */
const deeds = {
  'account.access_ended': 'ended sessions, API keys and known devices of an account',
  'account.address_changed': 'changed an account’s address',
  'account.plan_changed': 'changed the plan',
  'api_key.created': 'made an API key',
  'api_key.revoked': 'revoked an API key',
  'campaign.created': 'created a campaign',
  'campaign.deleted': 'deleted a campaign',
  'campaign.paused': 'paused a campaign',
  'campaign.resumed': 'resumed a campaign',
  'campaign.started': 'started a campaign',
  'campaign.unknown_retried': 'sent mails of a campaign again whose fate was not known',
  'campaign.updated': 'changed a campaign',
  'domain.created': 'added a domain',
  'domain.deleted': 'removed a domain',
  'domain.hosts_changed': 'changed the hosts of a domain',
  'domain.paused': 'paused a domain',
  'domain.resumed': 'resumed a domain',
  'edge.candidate_forgiven': 'gave a candidate rule set another try',
  'edge.controls_changed': 'changed the switches of the edge',
  'edge.node_drained': 'drained an edge node',
  'edge.node_taken_back': 'took a drained edge node back',
  'failed_work.discarded': 'discarded an event or a job that had failed',
  'failed_work.retried': 'had an event or a job that had failed done again',
  'list.created': 'added a list',
  'list.deleted': 'removed a list',
  'list.replaced': 'replaced the entries of a list',
  'list.updated': 'changed a list',
  'log_entry.opened': 'opened the log entry of a request',
  'log_stream.created': 'added a log stream of all sites',
  'log_stream.deleted': 'deleted a log stream of all sites',
  'log_stream.redirected': 'gave a log stream of all sites another target',
  'log_stream.secret_renewed': 'renewed the secret of a log stream of all sites',
  'log_stream.updated': 'changed a log stream of all sites',
  'mail.discarded': 'discarded a mail that was given up',
  'mail.retried': 'sent a mail again that was given up',
  'mfa.disabled': 'turned off the second factor',
  'mfa.enabled': 'turned on the second factor',
  'order.refunded': 'refunded an order',
  'payment.assigned': 'assigned a payment at PayPal to an order',
  'payment.refund_noted': 'recorded that a payment was refunded at PayPal',
  'plan.created': 'created a plan',
  'plan.deleted': 'deleted a plan',
  'plan.updated': 'changed a plan',
  'policy.rolled_back': 'brought an older configuration of a domain back',
  'policy.rollout_promoted': 'promoted a roll-out of a policy',
  'policy.rollout_started': 'began a roll-out of a policy',
  'policy.rollout_taken_back': 'took a roll-out of a policy back',
  'policy.updated': 'changed the configuration of a domain',
  'rules.rollout_ended': 'ended a roll-out of rules',
  'rules.rollout_started': 'began a roll-out of rules',
  'rules.site_decided': 'decided about new rules on a site',
  'session.reauthenticated': 'gave the password again for something sensitive',
  'smtp.created': 'added a mail server',
  'smtp.default_toggled': 'changed whether a mail server is a default',
  'smtp.deleted': 'deleted a mail server',
  'smtp.updated': 'changed a mail server',
  'status_page.suspended': 'suspended a status page',
  'status_page.unsuspended': 'lifted the suspension of a status page',
  'subscriber.deleted': 'removed a subscriber',
  'subscribers.exported': 'exported the subscribers',
  'subscribers.imported': 'imported subscribers',
  'support_view.allowed': 'allowed an administrator to view the dashboard',
  'support_view.asked': 'asked a customer to view the dashboard',
  'support_view.ended': 'ended an administrator’s view of a dashboard',
  'support_view.looked': 'viewed a customer’s dashboard',
  'support_view.opened': 'started viewing a customer’s dashboard',
  'support_view.refused': 'did not allow an administrator to view the dashboard',
  'suppression.lifted': 'let an address get mails again',
  'user.activated': 'activated an account',
  'user.created': 'created an account',
  'user.deactivated': 'deactivated an account',
  'user.deleted': 'deleted an account',
  'user.note_added': 'noted something about an account',
  'user.note_deleted': 'deleted a note about an account',
  'user.updated': 'changed an account',
  'visitor_data.deleted': 'deleted what was stored of a visitor of a domain',
} as const satisfies Record<AuditAction, string>;

/** The same to the owner of the account that it is about. */
const deedsToOwner: Partial<Record<AuditAction, string>> = {
  'account.access_ended': 'ended all sessions, API keys and known devices',
  'account.address_changed': 'changed the email address of the account',
  'support_view.asked': 'asked to view your dashboard',
  'support_view.ended': 'ended the view of your dashboard',
  'support_view.looked': 'looked at a page of your dashboard',
  'support_view.opened': 'began to view your dashboard',
  'user.activated': 'activated your account',
  'user.created': 'created your account',
  'user.deactivated': 'deactivated your account',
  'user.updated': 'changed your account',
};

const isKnown = (action: string): action is AuditAction => Object.hasOwn(deeds, action);

const withTarget = (deed: string, target: string): string =>
  / a domain\b/.test(deed) ? deed.replace(/ a domain\b/, ` ${target}`) : `${deed} (${target})`;

/**
 * An entry as a phrase; actions of later versions are shown by code.
 * @param target what it was done to, by name, where that is known
 */
export function deedOf(
  { action, details }: Pick<AuditEntry, 'action' | 'details'>,
  target?: string | undefined,
  words: Partial<Record<AuditAction, string>> = deeds,
): string {
  const done = isKnown(action) ? (words[action] ?? deeds[action]) : action.replaceAll(/[._]/g, ' ');
  const deed = target === undefined ? done : withTarget(done, target);
  const phrases = detailTexts(details);
  return phrases.length === 0 ? deed : `${deed}: ${phrases.join(', ')}`;
}

const ACTORS: Readonly<Record<AccountAuditEntry['by'], string>> = {
  owner: 'You',
  administrator: 'An administrator',
  operator: 'The operator',
};

/** An entry as a sentence to the account's owner. */
export function ownEntryText(
  { by, action, details }: AccountAuditEntry,
  target?: string | undefined,
): string {
  return `${ACTORS[by]} ${deedOf({ action, details }, target, deedsToOwner)}`;
}

/** Actions to choose from, with their texts. */
export const ACTIONS_BY_WORDS = Object.entries(deeds)
  .map(([action, words]) => ({ action, words: words.charAt(0).toUpperCase() + words.slice(1) }))
  .sort((a, b) => a.words.localeCompare(b.words, 'en'));
