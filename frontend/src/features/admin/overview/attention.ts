import type {
  AdminOrder,
  CampaignSummary,
  EdgeControls,
  EdgeNodes,
  MailDelivery,
  ServiceBacklog,
  SingleMail,
  SmtpConfig,
} from '../../../shared/api/types.ts';
import { certificateTrouble } from '../edge/certificate-trouble.ts';
import { words as switchWords } from '../edge/edge-switches.ts';
import { nodeState } from '../edge/node-state.ts';
import { age } from '../live/age.ts';
import { failureInWords, problemInWords } from '../mails/mail-reasons.ts';
import { orderNote } from '../orders/order-state.ts';
import { plural, topicsState, waitState } from '../system/system-view.ts';

/** A problem, and the tab where it can be fixed. */
export interface Attention {
  id: string;
  tone: 'danger' | 'warn';
  title: string;
  detail: string;
  tab: string;
  /** What its list is searched for there. */
  search?: string;
}

/** Loaded facts: `undefined` is loading, `null` failed. */
export interface Facts {
  edge?: EdgeNodes | null;
  controls?: EdgeControls | null;
  /** The newest failed mails, at most `MAILS_ASKED_FOR`. */
  deadMails?: readonly SingleMail[] | null;
  smtp?: readonly SmtpConfig[] | null;
  delivery?: MailDelivery | null;
  campaigns?: readonly CampaignSummary[] | null;
  /** The newest. */
  orders?: readonly AdminOrder[] | null;
  backlogs: readonly { service: string; backlog?: ServiceBacklog | null }[];
}

/** The API's maximum. */
export const MAILS_ASKED_FOR = 50;

/** All problems, worst first. */
export function attentionOf(facts: Facts, now: number): Attention[] {
  const all = [
    ...unseen(facts),
    ...ofEdge(facts.edge, now),
    ...ofControls(facts.controls),
    ...ofMail(facts),
    ...ofOrders(facts.orders),
    ...facts.backlogs.flatMap(({ service, backlog }) => ofBacklog(service, backlog, now)),
  ];
  return [...all.filter(({ tone }) => tone === 'danger'), ...all.filter(({ tone }) => tone === 'warn')];
}

function unseen({ edge, controls, deadMails, smtp, campaigns, orders, backlogs }: Facts): Attention[] {
  const parts: readonly [string, unknown, string][] = [
    ['The edge', edge === null || controls === null ? null : edge, 'edge'],
    ['Mails and campaigns', deadMails === null || smtp === null || campaigns === null ? null : smtp, 'tools'],
    ['Orders', orders, 'orders'],
    ...backlogs.map(({ service, backlog }): [string, unknown, string] => [service, backlog, 'system']),
  ];
  return parts.flatMap(([part, fact, tab]) =>
    fact === null
      ? [
          {
            id: `unseen ${part}`,
            tone: 'danger',
            title: `${part} cannot be seen`,
            detail: 'The responsible service does not respond.',
            tab,
          },
        ]
      : [],
  );
}

function ofEdge(edge: Facts['edge'], now: number): Attention[] {
  if (!edge) return [];
  const found: Attention[] = [];
  if (edge.nodes === null || edge.nodes.length === 0) {
    found.push({
      id: 'nodes',
      tone: 'danger',
      title: edge.nodes === null ? 'The edge nodes cannot be seen' : 'No edge node has reported',
      detail: edge.nodes === null ? 'Their Redis does not respond.' : 'Nobody serves the sites.',
      tab: 'edge',
    });
  }
  for (const node of edge.nodes ?? []) {
    const { tone, label } = nodeState(node);
    if (tone === 'danger' || tone === 'warn')
      found.push({
        id: `node ${node.node}`,
        tone,
        title: `${node.node}: ${label}`,
        detail: `Edge node, last seen ${age(node.last_seen_at, now)} ago`,
        tab: 'edge',
      });
  }
  const { publications, certificates } = edge;
  if (publications.failing > 0) {
    found.push({
      id: 'publications',
      tone: 'danger',
      title: `${plural(publications.failing, 'configuration')} refused`,
      detail: 'Their sites keep the last published configuration.',
      tab: 'edge',
    });
  }
  const trouble = certificateTrouble(certificates);
  if (trouble) {
    const { tone, title, detail } = trouble;
    found.push({ id: 'certificates', tone, title, detail, tab: 'edge' });
  }
  return found;
}

function ofControls(controls: Facts['controls']): Attention[] {
  if (!controls) return [];
  const off = controls.switched_off;
  return [
    ...(off.length === 0
      ? []
      : [
          {
            id: 'controls',
            tone: 'danger' as const,
            title: `${plural(off.length, 'switch', 'switches')} of the edge turned off`,
            detail: off.map((name) => switchWords[name]?.label ?? name).join(', '),
            tab: 'edge',
          },
        ]),
    ...(controls.rollbacks ?? []).map(({ node, release, reason }) => ({
      id: `rollback ${node} ${release}`,
      tone: 'warn' as const,
      title: `${node} rolled a candidate rule set back`,
      detail: reason,
      tab: 'edge',
    })),
  ];
}

function ofMail({ deadMails, smtp, delivery, campaigns }: Facts): Attention[] {
  const found: Attention[] = [];
  const working = smtp?.filter(({ is_active }) => is_active);
  if (delivery?.state === 'none') {
    found.push({
      id: 'no smtp',
      tone: 'danger',
      title: 'No mail server is active',
      detail: 'Accounts cannot be confirmed, and nobody is notified of attacks.',
      tab: 'tools',
    });
  }
  for (const { id, name, last_error } of working ?? []) {
    if (last_error)
      found.push({
        id: `smtp ${id}`,
        tone: 'warn',
        title: `${name} has trouble`,
        detail: failureInWords(last_error),
        tab: 'tools',
      });
  }
  if (deadMails && deadMails.length > 0) {
    const count =
      deadMails.length === MAILS_ASKED_FOR
        ? `${MAILS_ASKED_FOR} or more mails`
        : plural(deadMails.length, 'mail');
    found.push({
      id: 'dead mails',
      tone: 'warn',
      title: `${count} given up`,
      detail: deadMails[0]?.reason ? failureInWords(deadMails[0].reason) : 'Every attempt failed.',
      tab: 'tools',
    });
  }
  for (const { id, name, status, problem } of campaigns ?? []) {
    if (problem || status === 'failed')
      found.push({
        id: `campaign ${id}`,
        tone: 'warn',
        title: `Campaign “${name}” ${status === 'failed' ? 'failed' : 'has trouble'}`,
        detail: problem ? problemInWords(problem) : 'Its statistics say why.',
        tab: 'campaigns',
      });
  }
  return found;
}

function ofOrders(orders: Facts['orders']): Attention[] {
  return (orders ?? [])
    .filter(({ status }) => status === 'failed')
    .map((order) => ({
      id: `order ${order.id}`,
      tone: 'warn',
      title: `${order.order_number} failed`,
      detail: orderNote(order) || 'The payment was not completed.',
      tab: 'orders',
      search: order.order_number,
    }));
}

function ofBacklog(service: string, backlog: ServiceBacklog | null | undefined, now: number): Attention[] {
  if (!backlog) return [];
  const { outbox, topics, queues } = backlog;
  const states = [
    { id: 'bus', state: topicsState(topics), detail: 'Events from the bus' },
    {
      id: 'outbox',
      state: waitState(outbox?.oldest_at ?? null, now),
      detail: 'Events that wait to be published',
    },
    ...queues.flatMap(({ name, counts }) =>
      counts === null
        ? [
            {
              id: name,
              state: { tone: 'danger' as const, label: `${name} does not answer` },
              detail: 'A queue of jobs cannot be read',
            },
          ]
        : [],
    ),
  ];
  return states.flatMap(({ id, state: { tone, label }, detail }) =>
    tone === 'danger' || tone === 'warn'
      ? [{ id: `${service} ${id}`, tone, title: `${service}: ${label}`, detail, tab: 'jobs' }]
      : [],
  );
}
