import { createHmac } from 'node:crypto';
import { newWebhookSecret } from '@palisade/nest-kit';
import { CHANNEL_REQUESTS } from './channel-requests.ts';
import type { AlertMessage } from './formats/alert-message.ts';

const fired: AlertMessage = {
  id: 'a1:fired',
  state: 'fired',
  alertId: 'a1',
  ruleId: 'r1',
  ruleName: 'Blocked <!channel> & more',
  severity: 'critical',
  site: { id: 's1', name: 'shop.example' },
  summary: '412 blocked requests in 5 minutes, more than 100',
  note: 'Call Ada',
  firedAt: '2026-11-25T10:00:00.000Z',
  resolvedAt: null,
  link: 'https://palisade.example/dashboard/alerts',
};
const resolved: AlertMessage = {
  ...fired,
  id: 'a1:resolved',
  state: 'resolved',
  resolvedAt: '2026-11-25T10:20:00.000Z',
};
const secrets = [newWebhookSecret(), newWebhookSecret()];
const signing = { secrets, nowMs: 1_764_064_800_500 };
const url = 'https://hook.example/x';
const bodyOf = ({ body }: { body: string }) => JSON.parse(body);

it('signs a webhook with both secrets while one is being replaced, as a receiver checks it', () => {
  const { headers, body } = CHANNEL_REQUESTS.webhook({ url }, fired, signing);
  expect(headers).toMatchObject({ 'webhook-id': 'a1:fired', 'webhook-timestamp': '1764064800' });
  const expected = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(key).toHaveLength(32);
    return `v1,${createHmac('sha256', key).update(`a1:fired.1764064800.${body}`).digest('base64')}`;
  });
  expect(headers['webhook-signature']).toBe(expected.join(' '));
  expect(JSON.parse(body)).toMatchObject({
    type: 'alert.fired',
    data: { alert_id: 'a1', domain_name: 'shop.example', note: 'Call Ada', resolved_at: null },
  });
});

it('lets nothing in a rule’s name call people or be markup', () => {
  expect(bodyOf(CHANNEL_REQUESTS.slack({ url }, fired, signing)).text).toBe(
    'Alert: Blocked &lt;!channel&gt; &amp; more on shop.example',
  );
  expect(bodyOf(CHANNEL_REQUESTS.discord({ url }, fired, signing)).allowed_mentions).toEqual({ parse: [] });
  const telegram = CHANNEL_REQUESTS.telegram({ bot_token: '1:A', chat_id: '-5' }, fired, signing);
  expect(bodyOf(telegram)).not.toHaveProperty('parse_mode');
});

it('speaks to Telegram, Teams and Discord as each of them reads it', () => {
  const telegram = CHANNEL_REQUESTS.telegram({ bot_token: '1:A', chat_id: '-5' }, resolved, signing);
  expect(telegram.url.href).toBe('https://api.telegram.org/bot1:A/sendMessage');
  expect(bodyOf(telegram)).toMatchObject({ chat_id: '-5', text: expect.stringContaining('Resolved: ') });
  const [card] = bodyOf(CHANNEL_REQUESTS.teams({ url }, fired, signing)).attachments;
  expect(card).toMatchObject({
    contentType: 'application/vnd.microsoft.card.adaptive',
    content: { type: 'AdaptiveCard', body: [{ color: 'Attention' }, { text: fired.summary }, {}] },
  });
  const [embed] = bodyOf(CHANNEL_REQUESTS.discord({ url }, resolved, signing)).embeds;
  expect(embed).toMatchObject({ color: 0x16a34a, timestamp: resolved.resolvedAt });
});

it('opens and closes one incident at PagerDuty and Opsgenie', () => {
  const target = { routing_key: 'k', region: 'eu' } as const;
  const open = CHANNEL_REQUESTS.pagerduty(target, fired, signing);
  expect(open.url.href).toBe('https://events.eu.pagerduty.com/v2/enqueue');
  expect(bodyOf(open)).toMatchObject({
    event_action: 'trigger',
    dedup_key: 'a1',
    payload: { severity: 'critical', source: 'shop.example' },
  });
  expect(bodyOf(CHANNEL_REQUESTS.pagerduty(target, resolved, signing))).toEqual({
    routing_key: 'k',
    dedup_key: 'a1',
    event_action: 'resolve',
  });
  const opsgenie = { api_key: 'k', region: 'us' } as const;
  const alert = CHANNEL_REQUESTS.opsgenie(opsgenie, { ...fired, ruleName: 'x'.repeat(200) }, signing);
  expect(alert.headers).toMatchObject({ authorization: 'GenieKey k' });
  expect(bodyOf(alert)).toMatchObject({
    alias: 'a1',
    priority: 'P1',
    message: expect.stringMatching(/^.{130}$/),
  });
  expect(CHANNEL_REQUESTS.opsgenie(opsgenie, resolved, signing).url.href).toBe(
    'https://api.opsgenie.com/v2/alerts/a1/close?identifierType=alias',
  );
});
