import { adminOnly, type Entry, eachTheirOwn, everyone, type MakeCall, ownerOnly } from './expectations.ts';

export const NOBODYS_ID = '00000000-0000-4000-8000-000000000000';
const MADE_UP_TOKEN = 'A'.repeat(43);

const A_VISITOR = { address: '192.0.2.7', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const STATUS_PAGE = { is_on: false, name: 'Shop', shows_uptime: true, shows_outages: true };
const withDomain: MakeCall = async (world) => ({ path: { id: await world.domain() } });
const withNewDomain: MakeCall = async (world) => ({ path: { id: await world.newDomain() } });
const asNewcomer: MakeCall = async (world, actor) => ({ as: (await world.newcomer(actor)).as });
const withPassword: MakeCall = async (world, actor) => {
  const { as, account } = await world.newcomer(actor);
  return { as, body: { password: account.password } };
};
const withNewUser: MakeCall = async (world) => ({ path: { id: await world.newUser() } });
const withNewPlan: MakeCall = async (world) => ({ path: { id: await world.newPlan() } });
const withNewSmtp: MakeCall = async (world) => ({ path: { id: await world.newSmtpServer() } });
const withNewCampaign: MakeCall = async (world) => ({ path: { id: await world.newCampaign() } });
const withNewLogStream: MakeCall = async (world) => ({ path: { id: await world.newLogStream() } });
const withNewList: MakeCall = async (world) => ({ path: { id: await world.newClientList() } });
const withNewOperatorList: MakeCall = async (world) => ({
  path: { id: await world.newOperatorClientList() },
});
const withNewOperatorLogStream: MakeCall = async (world) => ({
  path: { id: await world.newOperatorLogStream() },
});
const withNewAlertChannel: MakeCall = async (world) => ({ path: { id: await world.newAlertChannel() } });
/** It does not exist: 404 for everybody who may ask. */
const noFailedWork: MakeCall = () => ({
  body: { items: [{ kind: 'event', place: 'users', id: '0/nothing' }] },
});
const toReader: MakeCall = async (world) => ({
  path: { id: await world.newCampaign() },
  body: { test_email: 'reader@example.com' },
});

/**
 * Every route of the API and who may call it: a route without a line here fails the test, which then prints the line
 * to add. `expectations.ts` has the usual cases; where an actor's status differs, spread one and name it.
 */
export const ACCESS_TABLE: Readonly<Record<string, Entry>> = {
  // auth
  'POST /auth/register': everyone(201, (world) => {
    const name = world.unique('registered');
    return { body: { email: `${name}@example.com`, username: name, password: 'lantern-ford-29' } };
  }),
  'POST /auth/login': {
    ...everyone(200, (world, actor) => {
      const { email, password } = world.accounts[actor === 'anonymous' ? 'stranger' : actor];
      return { body: { email, password } };
    }),
    deactivated: 403,
  },
  'GET /auth/me': eachTheirOwn(200),
  // Needs the cookies of a browser's sign-in, which no actor here has.
  'POST /auth/renew': everyone(400, () => ({ body: {} })),
  'POST /auth/logout': eachTheirOwn(200, asNewcomer),
  'POST /auth/reauthenticate': eachTheirOwn(200, withPassword),
  'POST /auth/confirm-email': everyone(400, () => ({ body: { token: MADE_UP_TOKEN } })),
  'POST /auth/undo-email-change': everyone(400, () => ({ body: { token: MADE_UP_TOKEN } })),
  'POST /auth/resend-confirmation': eachTheirOwn(200, asNewcomer),
  'POST /auth/forgotten-password': everyone(200, (world) => ({
    body: { email: world.accounts.owner.email },
  })),
  'POST /auth/reset-password': everyone(400, () => ({
    body: { token: MADE_UP_TOKEN, new_password: 'lantern-ford-30' },
  })),
  'GET /auth/sessions': eachTheirOwn(200),
  'DELETE /auth/sessions': eachTheirOwn(200, asNewcomer),
  'DELETE /auth/sessions/{id}': ownerOnly(200, async (world) => ({ path: { id: await world.newSession() } })),
  'POST /auth/cancel-subscription': eachTheirOwn(200, asNewcomer),
  'DELETE /auth/delete-account': eachTheirOwn(200, asNewcomer),
  'PUT /settings/account': eachTheirOwn(200, async (world, actor) => {
    const { as, account } = await world.newcomer(actor);
    return { as, body: { email: account.email, full_name: 'Another Name' } };
  }),
  'PUT /settings/password': eachTheirOwn(200, async (world, actor) => {
    const { as, account } = await world.newcomer(actor);
    return { as, body: { current_password: account.password, new_password: 'lantern-ford-31' } };
  }),
  'GET /settings/notifications': eachTheirOwn(200),
  'PUT /settings/notifications': eachTheirOwn(200, () => ({
    body: { email_alerts: true, attack_notifications: true, weekly_reports: false, marketing_emails: false },
  })),
  'GET /settings/audit': eachTheirOwn(200),
  'GET /settings/security-activity': eachTheirOwn(200),
  'GET /settings/mfa/status': eachTheirOwn(200),
  'GET /settings/mfa/configs': eachTheirOwn(200),
  'GET /settings/mfa/setup': eachTheirOwn(200, asNewcomer),
  'POST /settings/mfa/enable': eachTheirOwn(400, async (world, actor) => ({
    as: (await world.newcomer(actor)).as,
    body: { token: '000000' },
  })),
  'POST /settings/mfa/disable': eachTheirOwn(200, async (world, actor) => {
    if (world.isSignedOut(actor)) return withPassword(world, actor);
    const { as, account } = await world.newcomerWithMfa(actor);
    return { as, body: { password: account.password } };
  }),
  'POST /settings/mfa/regenerate': eachTheirOwn(200, withPassword),
  'DELETE /settings/mfa/configs/{id}': ownerOnly(200, async (world, actor) => {
    const { as, account, configId } = await world.newcomerWithMfa('owner');
    const path = { id: configId };
    if (actor === 'owner') return { as, path, body: { password: account.password } };
    return { path, body: { password: world.passwordOf(actor) } };
  }),
  'GET /api-keys': eachTheirOwn(200),
  'POST /api-keys': {
    ...eachTheirOwn(201, () => ({ body: { name: 'matrix', scopes: ['domains:read'] } })),
    stranger: 403, // Has not confirmed the address.
  },
  'DELETE /api-keys/{id}': ownerOnly(200, async (world) => ({ path: { id: await world.newApiKey() } })),
  'GET /admin/attention': adminOnly(200),
  'GET /admin/backlogs': adminOnly(200),
  'GET /admin/failed-work': adminOnly(200),
  'GET /admin/edge/controls': adminOnly(200),
  'PUT /admin/edge/controls': adminOnly(200, async (world) => ({
    body: { switched_off: [], candidate_percent: 0, version: await world.edgeControlsVersion() },
  })),
  'DELETE /admin/edge/controls/rollbacks': adminOnly(200),
  'GET /admin/edge/rule-rollouts': adminOnly(200),
  // No edge node has a candidate.
  'POST /admin/edge/rule-rollouts': adminOnly(409, () => ({ body: { release: 'managed' } })),
  'POST /admin/edge/rule-rollouts/{rolloutId}/end': adminOnly(404, () => ({
    path: { rolloutId: NOBODYS_ID },
  })),
  'GET /admin/edge/rule-rollouts/{rolloutId}/sites': adminOnly(404, () => ({
    path: { rolloutId: NOBODYS_ID },
    query: { stage: 'held' },
  })),
  'POST /admin/edge/rule-rollouts/{rolloutId}/sites/{partId}/decide': adminOnly(404, () => ({
    path: { rolloutId: NOBODYS_ID, partId: NOBODYS_ID },
    body: { decision: 'hold' },
  })),
  'GET /admin/edge/lists': adminOnly(200),
  'POST /admin/edge/lists': adminOnly(201, (world) => ({ body: world.clientListBody() })),
  'PUT /admin/edge/lists/{id}': adminOnly(200, async (world) => ({
    path: { id: await world.newOperatorClientList() },
    body: { note: 'Another note' },
  })),
  'DELETE /admin/edge/lists/{id}': adminOnly(204, withNewOperatorList),
  // Kept by hand: there is nothing to fetch.
  'POST /admin/edge/lists/{id}/refresh': adminOnly(409, withNewOperatorList),
  'GET /admin/edge/lists/{id}/text': adminOnly(200, withNewOperatorList),
  'GET /admin/edge/nodes': adminOnly(200),
  'POST /admin/edge/nodes/{node}/drain': adminOnly(404, () => ({ path: { node: 'nobody' } })),
  'POST /admin/edge/nodes/{node}/take-back': adminOnly(200, () => ({ path: { node: 'nobody' } })),
  'GET /admin/auth/failed-work': adminOnly(200),
  'POST /admin/auth/failed-work/retry': adminOnly(200, noFailedWork),
  'POST /admin/auth/failed-work/discard': adminOnly(200, noFailedWork),
  'GET /admin/billing/failed-work': adminOnly(200),
  'POST /admin/billing/failed-work/retry': adminOnly(200, noFailedWork),
  'POST /admin/billing/failed-work/discard': adminOnly(200, noFailedWork),
  'GET /admin/edge/failed-work': adminOnly(200),
  'POST /admin/edge/failed-work/retry': adminOnly(200, noFailedWork),
  'POST /admin/edge/failed-work/discard': adminOnly(200, noFailedWork),
  'GET /admin/logs/failed-work': adminOnly(200),
  'POST /admin/logs/failed-work/retry': adminOnly(200, noFailedWork),
  'POST /admin/logs/failed-work/discard': adminOnly(200, noFailedWork),
  'GET /admin/smtp/failed-work': adminOnly(200),
  'POST /admin/smtp/failed-work/retry': adminOnly(200, noFailedWork),
  'POST /admin/smtp/failed-work/discard': adminOnly(200, noFailedWork),
  'GET /admin/edge/backlog': adminOnly(200),
  'GET /admin/auth/backlog': adminOnly(200),
  'GET /admin/billing/backlog': adminOnly(200),
  'GET /admin/billing/revenue': adminOnly(200),
  'GET /admin/billing/revenue/export': adminOnly(200),
  'GET /admin/logs/backlog': adminOnly(200),
  'GET /admin/logs/status-pages': adminOnly(200, () => ({ query: { slug: 'nobodys-page' } })),
  'POST /admin/logs/status-pages/{domainId}/suspend': adminOnly(404, () => ({
    path: { domainId: NOBODYS_ID },
    body: { reason: 'It speaks for somebody else.' },
  })),
  'POST /admin/logs/status-pages/{domainId}/unsuspend': adminOnly(404, () => ({
    path: { domainId: NOBODYS_ID },
  })),
  'GET /admin/users': adminOnly(200),
  'POST /admin/users': adminOnly(201, (world) => {
    const name = world.unique('created');
    return { body: { email: `${name}@example.com`, username: name, password: 'lantern-ford-32' } };
  }),
  'GET /admin/users/{id}': adminOnly(200, withNewUser),
  'PUT /admin/users/{id}': adminOnly(200, async (world) => ({
    path: { id: await world.newUser() },
    body: { full_name: 'Edited' },
  })),
  'POST /admin/users/{id}/activate': adminOnly(200, withNewUser),
  'POST /admin/users/{id}/deactivate': adminOnly(200, withNewUser),
  'DELETE /admin/users/{id}': adminOnly(200, withNewUser),
  'GET /admin/users/{id}/notes': adminOnly(200, withNewUser),
  'POST /admin/users/{id}/notes': adminOnly(201, async (world) => ({
    path: { id: await world.newUser() },
    body: { text: 'Called about an invoice.' },
  })),
  'DELETE /admin/users/{id}/notes/{noteId}': adminOnly(200, async (world) => {
    const id = await world.newUser();
    return { path: { id, noteId: await world.newNote(id) } };
  }),
  'GET /admin/users/{id}/support-views': adminOnly(200, withNewUser),
  'POST /admin/users/{id}/support-views': adminOnly(201, async (world) => ({
    path: { id: await world.newUser() },
    body: { reason: 'You asked why your shop is slow.' },
  })),
  // The customer has not answered.
  'POST /admin/users/{id}/support-views/{viewId}/open': adminOnly(409, async (world) => {
    const { userId, viewId } = await world.newSupportView();
    return { path: { id: userId, viewId } };
  }),
  'POST /admin/users/{id}/support-views/{viewId}/end': adminOnly(200, async (world) => {
    const { userId, viewId } = await world.newSupportView();
    return { path: { id: userId, viewId } };
  }),
  'GET /settings/support-views': eachTheirOwn(200),
  'POST /settings/support-views/{id}/answer': ownerOnly(200, async (world, actor) => {
    const { as, viewId } = await world.newSupportView();
    return { ...(actor === 'owner' && { as }), path: { id: viewId }, body: { allow: true } };
  }),
  'POST /settings/support-views/{id}/end': ownerOnly(200, async (world, actor) => {
    const { as, viewId } = await world.newSupportView();
    return { ...(actor === 'owner' && { as }), path: { id: viewId } };
  }),
  'GET /admin/audit': adminOnly(200),

  // billing
  // The test installation's edge has no address that is public.
  'GET /edge-addresses': everyone(503),
  'GET /edge-addresses/text': everyone(503),
  'GET /plans': everyone(200),
  'GET /plans/mine': eachTheirOwn(200),
  'GET /plans/change-preview': eachTheirOwn(200, () => ({
    query: { plan_id: 'business', billing_period: 'monthly' },
  })),
  // Newcomers have not confirmed their addresses.
  'POST /plans/trial': eachTheirOwn(403, async (world, actor) => ({
    as: (await world.newcomer(actor)).as,
    body: { plan_id: 'starter' },
  })),
  'GET /paypal/config': everyone(200),
  'POST /paypal/create-order': everyone(200, (world) => ({
    body: {
      plan_id: 'starter',
      billing_period: 'monthly',
      user_email: `${world.unique('guest')}@example.com`,
      user_name: 'Guest',
    },
  })),
  'POST /paypal/capture-order': {
    ...everyone(404, async (world) => {
      const id = await world.newPayPalOrder();
      return { body: { order_id: id, paypal_order_id: id } };
    }),
    owner: 200,
  },
  'POST /paypal/give-up-order': {
    ...everyone(404, async (world) => ({
      body: { paypal_order_id: await world.newPayPalOrder(), reason: 'cancelled' },
    })),
    owner: 200,
  },
  'GET /orders/{id}': {
    ...everyone(404, async (world) => ({ path: { id: await world.newOrder() } })),
    owner: 200,
  },
  'GET /orders/my-orders': eachTheirOwn(200),
  'POST /orders/create': eachTheirOwn(201, async (world, actor) => ({
    as: (await world.newcomer(actor)).as,
    body: { plan_id: 'starter', payment_method: 'paypal', billing_period: 'monthly' },
  })),
  'POST /orders/claim': eachTheirOwn(404, () => ({ body: { claim_token: MADE_UP_TOKEN } })),
  'POST /orders/{id}/use': eachTheirOwn(404, async (world) => ({ path: { id: await world.newOrder() } })),
  'GET /orders': adminOnly(200),
  'GET /orders/{id}/money-back': ownerOnly(200, async (world) => ({ path: { id: await world.newOrder() } })),
  'POST /orders/{id}/money-back': ownerOnly(200, async (world) => ({ path: { id: await world.newOrder() } })),
  'POST /orders/{id}/refund': adminOnly(200, async (world) => ({
    path: { id: await world.newOrder() },
    body: {},
  })),
  'GET /invoices': eachTheirOwn(200),
  'GET /invoices/{id}/pdf': {
    ...ownerOnly(200, async (world) => ({ path: { id: await world.invoice() } })),
    admin: 200, // Whoever answers for the books may read all of them.
  },
  'GET /admin/plans': adminOnly(200),
  'POST /admin/plans': adminOnly(201, (world) => ({ body: world.planBody() })),
  'PUT /admin/plans/{id}': adminOnly(200, async (world) => ({
    path: { id: await world.newPlan() },
    body: { description: 'Edited' },
  })),
  'DELETE /admin/plans/{id}': adminOnly(204, withNewPlan),
  'GET /admin/stats': adminOnly(200),

  // domains
  'GET /managed-rules': eachTheirOwn(200),
  'GET /managed-rules/releases': eachTheirOwn(200),
  'GET /managed-rules/packs': eachTheirOwn(200),
  'GET /domains': eachTheirOwn(200),
  'POST /domains': eachTheirOwn(201, async (world, actor) => ({
    as: (await world.newcomer(actor)).as,
    body: world.domainBody('added'),
  })),
  'GET /domains/{id}': ownerOnly(200, withDomain),
  'PATCH /domains/{id}': ownerOnly(200, async (world) => ({
    path: { id: await world.newDomain() },
    body: { is_active: true },
  })),
  'DELETE /domains/{id}': ownerOnly(204, withNewDomain),
  'GET /domains/{id}/bans': ownerOnly(200, withDomain),
  'POST /domains/{id}/bans': ownerOnly(201, async (world) => ({
    path: { id: await world.newDomain() },
    body: { address: '192.0.2.1' },
  })),
  'DELETE /domains/{id}/bans': ownerOnly(204, async (world) => ({
    path: { id: await world.bannedDomain('192.0.2.1') },
    query: { address: '192.0.2.1' },
  })),
  'GET /domains/{id}/cache/purges': ownerOnly(200, withDomain),
  'POST /domains/{id}/cache/purge': ownerOnly(200, async (world) => ({
    path: { id: await world.newDomain() },
    body: { kind: 'all' },
  })),
  'GET /domains/{id}/dns': ownerOnly(200, withDomain),
  'GET /domains/{id}/origin-lock': ownerOnly(200, withDomain),
  'GET /domains/{id}/origin-certificates': ownerOnly(200, withDomain),
  'PUT /domains/{id}/origin-certificates/uploaded': ownerOnly(422, async (world) => ({
    path: { id: await world.domain() },
    body: { certificate_chain: 'none', private_key: 'none' },
  })),
  'DELETE /domains/{id}/origin-certificates/uploaded': ownerOnly(404, withDomain),
  // No automatic certificate is in use.
  'POST /domains/{id}/origin-certificates/next-authority': ownerOnly(409, withDomain),
  'POST /domains/{id}/origin-certificates/next-authority/switch': ownerOnly(409, withDomain),
  'GET /domains/{id}/ownership-history': ownerOnly(200, withDomain),
  // Nobody asks for a name below it; who may answer that is proved where somebody does.
  'POST /domains/{id}/ownership-requests/{requestId}': ownerOnly(404, async (world) => ({
    path: { id: await world.domain(), requestId: NOBODYS_ID },
    body: { answer: 'refuse' },
  })),
  'GET /domains/{id}/origins': ownerOnly(200, withDomain),
  'POST /domains/{id}/verify': ownerOnly(200, withDomain),
  'GET /domains/{id}/certificates': ownerOnly(200, withDomain),
  // The domain is not verified; strangers do not learn even that.
  'POST /domains/{id}/certificates/issue': ownerOnly(409, withDomain),
  'POST /domains/{id}/certificates/revoke': ownerOnly(409, async (world) => ({
    path: { id: await world.domain() },
    body: { reason: 'superseded' },
  })),
  'PUT /domains/{id}/certificates/uploaded': ownerOnly(409, async (world) => ({
    path: { id: await world.domain() },
    body: { certificate_chain: 'none', private_key: 'none' },
  })),
  'DELETE /domains/{id}/certificates/uploaded': ownerOnly(404, withDomain),
  'GET /domains/{id}/waf-config': ownerOnly(200, withDomain),
  'PUT /domains/{id}/waf-config': ownerOnly(200, async (world) => ({
    path: { id: await world.newDomain() },
    body: { originConfig: {}, policyConfig: { waf_sensitivity: 'high' } },
  })),
  'POST /domains/{id}/simulate': ownerOnly(200, async (world) => ({
    path: { id: await world.domain() },
    body: { request: '/search?q=chairs' },
  })),
  'POST /domains/{id}/exclusion-prices': ownerOnly(200, async (world) => ({
    path: { id: await world.domain() },
    body: {
      path: '/search',
      fields: [],
      scopes: [[{ by: 'rule_id', value: '1002', target: 'ARGS:q', path_prefix: '/search' }]],
    },
  })),
  'GET /domains/{id}/waf-config/versions': ownerOnly(200, withDomain),
  'GET /domains/{id}/waf-config/versions/{version}': ownerOnly(200, async (world) => ({
    path: { id: await world.domain(), version: 1 },
  })),
  'POST /domains/{id}/waf-config/versions/{version}/rollback': ownerOnly(200, async (world) => ({
    path: { id: await world.newDomain(), version: 1 },
  })),

  'GET /domains/{id}/drafts': ownerOnly(200, withDomain),
  'POST /domains/{id}/drafts': ownerOnly(201, async (world) => ({
    path: { id: await world.newDomain() },
    body: { name: 'Stricter', policyConfig: { waf_sensitivity: 'high' } },
  })),
  'PUT /domains/{id}/drafts/{draftId}': ownerOnly(404, async (world) => ({
    path: { id: await world.domain(), draftId: NOBODYS_ID },
    body: { name: 'Stricter', policyConfig: { waf_sensitivity: 'high' } },
  })),
  'DELETE /domains/{id}/drafts/{draftId}': ownerOnly(404, async (world) => ({
    path: { id: await world.domain(), draftId: NOBODYS_ID },
  })),
  'POST /domains/{id}/drafts/{draftId}/apply': ownerOnly(404, async (world) => ({
    path: { id: await world.domain(), draftId: NOBODYS_ID },
    body: { version: 1, revision: 1 },
  })),

  'GET /domains/{id}/rollouts': ownerOnly(200, withDomain),
  // The domain is not verified, so there are no visitors for a rollout.
  'POST /domains/{id}/rollouts': ownerOnly(409, async (world) => ({
    path: { id: await world.domain() },
    body: { policyConfig: { waf_sensitivity: 'high' } },
  })),
  'POST /domains/{id}/rollouts/{rolloutId}/promote': ownerOnly(404, async (world) => ({
    path: { id: await world.domain(), rolloutId: NOBODYS_ID },
  })),
  'POST /domains/{id}/rollouts/{rolloutId}/take-back': ownerOnly(404, async (world) => ({
    path: { id: await world.domain(), rolloutId: NOBODYS_ID },
  })),
  'GET /domains/{id}/rule-rollouts': ownerOnly(200, withDomain),
  'POST /domains/{id}/rule-rollouts/{partId}/decide': ownerOnly(404, async (world) => ({
    path: { id: await world.domain(), partId: NOBODYS_ID },
    body: { decision: 'hold' },
  })),

  // logs
  'GET /dashboard/stats': eachTheirOwn(200),
  'GET /dashboard/analytics': eachTheirOwn(200),
  'GET /dashboard/live': eachTheirOwn(200),
  'GET /dashboard/analytics/breakdowns': eachTheirOwn(200),
  'GET /dashboard/now': eachTheirOwn(200),
  'GET /dashboard/blocking-forecast': ownerOnly(200, async (world) => ({
    query: { domain: await world.domain() },
  })),
  'GET /dashboard/recordings': ownerOnly(200, async (world) => ({
    query: { domain: await world.domain() },
  })),
  'DELETE /dashboard/recordings': ownerOnly(200, async (world) => ({
    query: { domain: await world.domain() },
  })),
  'GET /dashboard/visitor-data/kept': eachTheirOwn(200),
  'GET /dashboard/visitor-data': ownerOnly(200, async (world) => ({
    query: { domain: await world.domain(), ...A_VISITOR },
  })),
  'DELETE /dashboard/visitor-data': ownerOnly(200, async (world) => ({
    query: { domain: await world.domain(), ...A_VISITOR },
  })),
  'POST /dashboard/policy-replays': ownerOnly(200, async (world) => ({
    body: { domain: await world.domain(), change: '{}' },
  })),
  'GET /dashboard/logs/live': eachTheirOwn(200),
  'GET /dashboard/logs/recent': eachTheirOwn(200),
  'GET /dashboard/logs/export': eachTheirOwn(200),
  'GET /dashboard/log-exports': eachTheirOwn(200),
  'POST /dashboard/log-exports': eachTheirOwn(201),
  'DELETE /dashboard/log-exports/{id}': ownerOnly(204, async (world) => ({
    path: { id: await world.newLogExport() },
  })),
  'GET /dashboard/log-exports/{id}/file': ownerOnly(200, async (world) => ({
    path: { id: await world.finishedLogExport() },
  })),
  'GET /dashboard/account-export': eachTheirOwn(200),
  'POST /dashboard/account-export': eachTheirOwn(201, asNewcomer),
  'DELETE /dashboard/account-export': eachTheirOwn(404, asNewcomer),
  'GET /dashboard/account-export/file': eachTheirOwn(404, asNewcomer),
  'GET /dashboard/traffic-reports': eachTheirOwn(200),
  'PUT /dashboard/traffic-reports': eachTheirOwn(200, () => ({
    body: {
      weekly: true,
      monthly: false,
      together: true,
      site_ids: [],
      with_pdf: true,
      brand_name: '',
      brand_colour: '',
    },
  })),
  'GET /dashboard/traffic-reports/file': eachTheirOwn(200, () => ({
    query: { period: 'week', from: '2026-01-05' },
  })),
  'GET /demo-attack': { ...everyone(200), tells: ['shop.localhost'] },
  'GET /live-figures': everyone(200),
  'GET /status/{slug}': everyone(404, () => ({ path: { slug: 'nobodys-page' } })),
  'GET /status/{slug}/feed': everyone(404, () => ({ path: { slug: 'nobodys-page' } })),
  'GET /status-pages/{domain}': ownerOnly(200, async (world) => ({ path: { domain: await world.domain() } })),
  'PUT /status-pages/{domain}': ownerOnly(200, async (world) => ({
    path: { domain: await world.domain() },
    body: STATUS_PAGE,
  })),
  'POST /status-pages/{domain}/incidents': ownerOnly(200, async (world) => ({
    path: { domain: (await world.newStatusIncident()).domain },
    body: world.statusIncidentBody(),
  })),
  'POST /status-pages/{domain}/incidents/{id}/updates': ownerOnly(200, async (world) => ({
    path: await world.newStatusIncident(),
    body: { state: 'resolved', text: 'Mended' },
  })),
  'DELETE /status-pages/{domain}/incidents/{id}': ownerOnly(200, async (world) => ({
    path: await world.newStatusIncident(),
  })),
  'POST /demo-attack': everyone(200, () => ({ body: { place: 'query', payload: 'iron gate' } })),

  'GET /alert-rules': eachTheirOwn(200),
  'POST /alert-rules': eachTheirOwn(201, (world) => ({ body: world.alertRuleBody() })),
  'POST /alert-rules/preview': eachTheirOwn(200, (world) => ({ body: world.alertPreviewBody() })),
  'PUT /alert-rules/{id}': ownerOnly(200, async (world) => ({
    path: { id: await world.newAlertRule() },
    body: world.alertRuleBody(),
  })),
  'DELETE /alert-rules/{id}': ownerOnly(204, async (world) => ({ path: { id: await world.newAlertRule() } })),
  'POST /alert-rules/{id}/silence': ownerOnly(200, async (world) => ({
    path: { id: await world.newAlertRule() },
    body: { minutes: 5 },
  })),
  'GET /alerts': eachTheirOwn(200),
  // The owner has none: nothing has fired.
  'POST /alerts/{id}/acknowledge': eachTheirOwn(404, () => ({ path: { id: NOBODYS_ID } })),

  'GET /lists': eachTheirOwn(200),
  'POST /lists': {
    ...eachTheirOwn(201, (world) => ({ body: world.clientListBody() })),
    // The free plan has none.
    stranger: 402,
    admin: 402,
  },
  'PUT /lists/{id}': ownerOnly(200, async (world) => ({
    path: { id: await world.newClientList() },
    body: { note: 'Another note' },
  })),
  'DELETE /lists/{id}': ownerOnly(204, withNewList),
  'POST /lists/{id}/refresh': ownerOnly(409, withNewList),
  'GET /lists/{id}/entries': ownerOnly(200, withNewList),
  'GET /lists/{id}/text': ownerOnly(200, withNewList),
  'GET /log-streams': eachTheirOwn(200),
  'POST /log-streams': ownerOnly(201, async (world) => ({
    body: { ...world.logStreamBody(), domain: await world.domain() },
  })),
  'PUT /log-streams/{id}': ownerOnly(200, async (world) => ({
    path: { id: await world.newLogStream() },
    body: { name: 'Another name' },
  })),
  'DELETE /log-streams/{id}': ownerOnly(204, withNewLogStream),
  // Not public, so nothing is sent.
  'POST /log-streams/{id}/test': ownerOnly(200, withNewLogStream),
  'POST /log-streams/{id}/rotate-secret': ownerOnly(200, withNewLogStream),
  'GET /admin/logs/streams': adminOnly(200),
  'POST /admin/logs/streams': adminOnly(201, (world) => ({ body: world.logStreamBody() })),
  'PUT /admin/logs/streams/{id}': adminOnly(200, async (world) => ({
    path: { id: await world.newOperatorLogStream() },
    body: { name: 'Another name' },
  })),
  'DELETE /admin/logs/streams/{id}': adminOnly(204, withNewOperatorLogStream),
  'POST /admin/logs/streams/{id}/test': adminOnly(200, withNewOperatorLogStream),
  'POST /admin/logs/streams/{id}/rotate-secret': adminOnly(200, withNewOperatorLogStream),
  'GET /dashboard/reports': eachTheirOwn(200),
  // The owner has none, as no visitor was refused.
  'POST /dashboard/reports/{id}': eachTheirOwn(404, () => ({
    path: { id: NOBODYS_ID },
    body: { state: 'dismissed' },
  })),

  // mailer
  'GET /alert-channels': eachTheirOwn(200),
  'POST /alert-channels': eachTheirOwn(201, () => ({ body: { name: 'Mail', kind: 'mail' } })),
  'PUT /alert-channels/{id}': ownerOnly(200, async (world) => ({
    path: { id: await world.newAlertChannel() },
    body: { name: 'Another name' },
  })),
  'DELETE /alert-channels/{id}': ownerOnly(204, withNewAlertChannel),
  'POST /alert-channels/{id}/test': ownerOnly(200, withNewAlertChannel),
  // Only a webhook has one.
  'POST /alert-channels/{id}/rotate-secret': ownerOnly(409, withNewAlertChannel),
  'GET /alert-channels/{id}/deliveries': ownerOnly(200, withNewAlertChannel),
  'POST /alert-channels/{id}/deliveries/{delivery_id}/replay': ownerOnly(200, async (world) => {
    const id = await world.newAlertChannel();
    return { path: { id, delivery_id: await world.newAlertDelivery(id) } };
  }),
  'POST /contact': everyone(200, () => ({
    body: { name: 'Visitor', email: 'visitor@example.com', subject: 'Hello', message: 'A question.' },
  })),
  'GET /notifications': eachTheirOwn(200),
  'POST /notifications/read': eachTheirOwn(200, () => ({ body: {} })),
  'POST /newsletter/subscribe': everyone(200, (world) => ({
    body: { email: `${world.unique('reader')}@example.com`, first_name: 'A', last_name: 'Reader' },
  })),
  'POST /newsletter/unsubscribe': everyone(200, (world) => ({
    body: { email: `${world.unique('leaver')}@example.com`, reason: 'other', ip_address: '', user_agent: '' },
  })),
  'POST /newsletter/bounces': everyone(403, () => ({ body: { key: MADE_UP_TOKEN, message: 'bounced' } })),
  'GET /admin/logs/entries/{requestId}': adminOnly(404, () => ({
    path: { requestId: '00000000-0000-7000-8000-000000000000' },
  })),
  'GET /admin/smtp': adminOnly(200),
  'POST /admin/smtp': adminOnly(201, (world) => ({ body: world.smtpBody() })),
  'PUT /admin/smtp/{id}': adminOnly(200, async (world) => ({
    path: { id: await world.newSmtpServer() },
    body: { name: world.unique('renamed') },
  })),
  'DELETE /admin/smtp/{id}': adminOnly(204, withNewSmtp),
  'POST /admin/smtp/{id}/toggle-default': adminOnly(200, withNewSmtp),
  'POST /admin/smtp/test': adminOnly(502, async (world) => ({
    // Its server does not listen, and the answer says so.
    body: { smtp_id: await world.newSmtpServer(), test_email: 'reader@example.com' },
  })),
  'GET /admin/smtp/backlog': adminOnly(200),
  'GET /admin/smtp/delivery': adminOnly(200),
  'GET /admin/smtp/mails': adminOnly(200),
  'GET /admin/smtp/reputation': adminOnly(200),
  'POST /admin/smtp/mails/{id}/retry': adminOnly(404, () => ({ path: { id: NOBODYS_ID } })),
  'POST /admin/smtp/mails/{id}/discard': adminOnly(404, () => ({ path: { id: NOBODYS_ID } })),
  'GET /admin/templates/list': adminOnly(200),
  'POST /admin/templates/load': adminOnly(200, () => ({ body: { template_id: 'welcome' } })),
  'GET /admin/subscribers': adminOnly(200),
  'GET /admin/subscribers/export': adminOnly(200),
  'GET /admin/subscribers/bounces': adminOnly(200),
  'GET /admin/subscribers/suppressions': adminOnly(200),
  'POST /admin/subscribers/suppressions/lift': adminOnly(409, () => ({
    body: { email: 'nobody-suppressed@example.com' },
  })),
  'POST /admin/subscribers/import': adminOnly(200, () => ({
    body: { csv: 'email\nimported@example.com\n' },
  })),
  'DELETE /admin/subscribers/{id}': adminOnly(404, () => ({ path: { id: '2147483647' } })),
  'GET /admin/campaigns': adminOnly(200),
  'POST /admin/campaigns': adminOnly(201, (world) => ({ body: world.campaignBody() })),
  'GET /admin/campaigns/{id}': adminOnly(200, withNewCampaign),
  'PUT /admin/campaigns/{id}': adminOnly(200, async (world) => ({
    path: { id: await world.newCampaign() },
    body: world.campaignBody(),
  })),
  'DELETE /admin/campaigns/{id}': adminOnly(204, withNewCampaign),
  'POST /admin/campaigns/{id}/preview': adminOnly(200, toReader),
  'POST /admin/campaigns/{id}/test': adminOnly(200, toReader),
  'POST /admin/campaigns/{id}/send': adminOnly(200, withNewCampaign),
  'POST /admin/campaigns/{id}/pause': adminOnly(409, withNewCampaign),
  'POST /admin/campaigns/{id}/resume': adminOnly(409, withNewCampaign),
  'POST /admin/campaigns/{id}/retry-unknown': adminOnly(409, withNewCampaign),
  'GET /admin/campaigns/{id}/stats': adminOnly(200, withNewCampaign),
};
