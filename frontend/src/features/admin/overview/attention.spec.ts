import type { AdminOrder, EdgeNodes } from '../../../shared/api/types.ts';
import { fakeCampaign, fakeEdgeNode, fakeSmtp } from '../../../testing/fake-admin.ts';
import { attentionOf, type Facts, MAILS_ASKED_FOR } from './attention.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const before = (seconds: number) => new Date(now - seconds * 1_000).toISOString();

const node = fakeEdgeNode(now);
const edge: EdgeNodes = {
  nodes: [node],
  config_sequence: 40,
  drained_elsewhere: [],
  publications: { waiting: 0, oldest_at: null, failing: 0 },
  certificates: { failing: 0, expired: 0, domains: [] },
};
const backlog = {
  outbox: { waiting: 0, oldest_at: null },
  topics: [{ topic: 'users', behind: 0, dead_letters: 0, dropped: 0 }],
  queues: [{ name: 'mailer-mails', counts: { waiting: 1, active: 0, delayed: 0, failed: 0 } }],
};
const well: Facts = {
  edge,
  controls: { version: 1, switched_off: [], candidate_percent: 0, changed_at: before(9), rollbacks: [] },
  deadMails: [],
  smtp: [fakeSmtp()],
  campaigns: [fakeCampaign()],
  orders: [],
  backlogs: [{ service: 'Mail service', backlog }],
};
const order = { id: 'o', order_number: 'PAL-1', status: 'failed', failure: 'payment_mismatch' } as AdminOrder;
const mail = { id: 'm', reason: 'smtp_550: no such user' };
const titles = (facts: Partial<Facts>) =>
  attentionOf({ ...well, ...facts }, now).map(({ tone, title, tab }) => [tone, title, tab]);

describe('what needs attention', () => {
  it('is nothing where all is well, or still being looked at', () => {
    expect(titles({})).toEqual([]);
    expect(attentionOf({ backlogs: [{ service: 'Mail service' }] }, now)).toEqual([]);
  });

  it.each<[string, Partial<Facts>, [string, string, string][]]>([
    [
      'a silent node',
      { edge: { ...edge, nodes: [{ ...node, alive: false }] } },
      [['danger', 'edge-1: Not reporting', 'edge']],
    ],
    ['no node at all', { edge: { ...edge, nodes: [] } }, [['danger', 'No edge node has reported', 'edge']]],
    [
      'configurations that are refused',
      { edge: { ...edge, publications: { waiting: 1, oldest_at: null, failing: 1 } } },
      [['danger', '1 configuration refused', 'edge']],
    ],
    [
      'certificates that cannot be had',
      { edge: { ...edge, certificates: { failing: 2, expired: 0, domains: ['a.example', 'b.example'] } } },
      [['warn', '2 certificates cannot be issued or renewed', 'edge']],
    ],
    [
      'certificates that have run out',
      { edge: { ...edge, certificates: { failing: 0, expired: 1, domains: ['a.example'] } } },
      [['danger', '1 certificate expired', 'edge']],
    ],
    [
      'phases that are off',
      {
        controls: {
          version: 2,
          switched_off: ['upload_scan'],
          candidate_percent: 0,
          changed_at: before(9),
          rollbacks: [],
        },
      },
      [['danger', '1 switch of the edge turned off', 'edge']],
    ],
    [
      'no mail server',
      { smtp: [fakeSmtp({ is_active: false })], delivery: { state: 'none', by: 'configured' } },
      [['danger', 'No mail server is active', 'tools']],
    ],
    [
      'a mail server in trouble',
      { smtp: [fakeSmtp({ last_error: 'x' })] },
      [['warn', 'First has trouble', 'tools']],
    ],
    [
      'a mail that was given up',
      { deadMails: [mail] as unknown as Facts['deadMails'] },
      [['warn', '1 mail given up', 'tools']],
    ],
    [
      'more mails than were asked for',
      { deadMails: Array.from({ length: MAILS_ASKED_FOR }, () => mail) as unknown as Facts['deadMails'] },
      [['warn', '50 or more mails given up', 'tools']],
    ],
    [
      'a campaign that failed',
      { campaigns: [fakeCampaign({ status: 'failed' })] },
      [['warn', 'Campaign “Spring” failed', 'campaigns']],
    ],
    ['an order that failed', { orders: [order] }, [['warn', 'PAL-1 failed', 'orders']]],
    [
      'a queue that does not answer, before a dead letter',
      {
        backlogs: [
          {
            service: 'Mail service',
            backlog: {
              ...backlog,
              topics: [{ topic: 'users', behind: 0, dead_letters: 1, dropped: 0 }],
              queues: [{ name: 'mailer-mails-maintenance', counts: null }],
            },
          },
        ],
      },
      [
        ['danger', 'Mail service: mailer-mails-maintenance does not answer', 'jobs'],
        ['warn', 'Mail service: 1 dead letter', 'jobs'],
      ],
    ],
    [
      'services that cannot be asked',
      { edge: null, orders: null, backlogs: [{ service: 'Log service', backlog: null }] },
      [
        ['danger', 'The edge cannot be seen', 'edge'],
        ['danger', 'Orders cannot be seen', 'orders'],
        ['danger', 'Log service cannot be seen', 'system'],
      ],
    ],
  ])('is %s', (_what, facts, expected) => {
    expect(titles(facts)).toEqual(expected);
  });

  it('says what happened in words, and leads to the order that failed', () => {
    const facts: Partial<Facts> = {
      orders: [{ ...order, failure: 'paypal_refused' }],
      deadMails: [mail] as unknown as Facts['deadMails'],
      controls: { ...well.controls!, switched_off: ['upload_scan', 'ddos'] },
    };
    const items = attentionOf({ ...well, ...facts }, now);
    expect(items.map(({ detail }) => detail)).toEqual([
      'Upload scan, DDoS',
      'Refused for good: no such user',
      'PayPal refused to create it',
    ]);
    expect(items.at(-1)).toMatchObject({ tab: 'orders', search: 'PAL-1' });
  });

  it('names the domains of certificates, and how many more there are', () => {
    const certificates = { failing: 7, expired: 0, domains: ['a.example', 'b.example'] };
    const [only] = attentionOf({ ...well, edge: { ...edge, certificates } }, now);
    expect(only?.detail).toBe('a.example, b.example and 5 more');
  });
});
