import { readFileSync } from 'node:fs';
import { EDGE_NODE_ID } from '@palisade/edge-state';
import { z } from 'zod';
import { changesTo } from '../dns-updates/address-changes.ts';
import { MAX_UPDATE_BYTES } from '../dns-updates/dns-update.ts';

/** Labels of letters, digits, hyphens and underscores. */
const NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/;
const name = z.string().toLowerCase().regex(NAME, 'must be a name such as edge.example.net');
const keyName = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?$/, 'must be the name of a key');
const SECRET_BYTES = { min: 16, max: 256 } as const;

const secret = z.base64().refine((text) => {
  const { length } = Buffer.from(text, 'base64');
  return length >= SECRET_BYTES.min && length <= SECRET_BYTES.max;
}, `must be ${SECRET_BYTES.min} to ${SECRET_BYTES.max} bytes in base64`);

const node = z
  .strictObject({
    ipv4: z.array(z.ipv4()).max(16).default([]),
    ipv6: z.array(z.ipv6()).max(16).default([]),
    /** Region, by which views select nodes. */
    region: z.string().min(1).max(50),
  })
  .refine(({ ipv4, ipv6 }) => ipv4.length + ipv6.length > 0, 'must have an address');

const view = z.strictObject({
  /** Name in the log. */
  view: z.string().min(1).max(50),
  /** TSIG key (HMAC-SHA-256), as configured at the name server, where its name selects the view. */
  key: z.strictObject({ name: keyName, secret }),
  /** Preferred regions in order: the first with a node is used. Empty: all nodes. */
  regions: z.array(z.string().min(1).max(50)).max(50).default([]),
});

/** Bounds the check of all nodes every two seconds. */
const MAX_NODES = 1_000;

function hasPort(server: string): boolean {
  const port = Number(server.slice(server.lastIndexOf(':') + 1));
  return port >= 1 && port <= 65_535;
}

const schema = z
  .strictObject({
    /** host:port of the zone's primary server; updates go there over TCP. */
    server: z
      .string()
      .regex(/^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]{1,253}):\d{1,5}$/, 'must be host:port')
      .refine(hasPort, 'must have a port from 1 to 65535'),
    zone: name,
    /** Name whose addresses are maintained; within the zone. */
    name,
    ttl_seconds: z.int().min(5).max(3_600).default(20),
    nodes: z
      .record(z.string().regex(EDGE_NODE_ID), node)
      .refine((nodes) => Object.keys(nodes).length <= MAX_NODES, `at most ${MAX_NODES} nodes`),
    views: z
      .array(view)
      .min(1)
      .max(50)
      .refine(
        (views) => new Set(views.map(({ key }) => key.name)).size === views.length,
        'two views have the same key, which leads to one view of the name server',
      ),
  })
  .refine((settings) => settings.name === settings.zone || settings.name.endsWith(`.${settings.zone}`), {
    path: ['name'],
    error: 'must lie in the zone',
  })
  .superRefine(({ nodes, views }, context) => {
    const regions = new Set(Object.values(nodes).map(({ region }) => region));
    for (const [index, view] of views.entries()) {
      for (const [place, region] of view.regions.entries()) {
        if (regions.has(region)) continue;
        const path = ['views', index, 'regions', place];
        context.addIssue({ code: 'custom', path, message: 'no node is in this region' });
      }
    }
  })
  .refine((settings) => bytesOfAll(settings) <= MAX_UPDATE_BYTES, {
    path: ['nodes'],
    error: 'have more addresses than one update of the zone holds',
  });
export type EdgeDnsSettings = z.infer<typeof schema>;
export type EdgeDnsView = EdgeDnsSettings['views'][number];

/** @throws Error that names each wrong field, and shows no value */
export function readEdgeDnsSettings(file: string): EdgeDnsSettings {
  const result = schema.safeParse(parsed(file));
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`${file} is wrong:\n${faults.join('\n')}`);
}

/** The parser's error message contains part of the text, which may be a secret. */
function parsed(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is no JSON`);
  }
}

/** Size of the update that puts all nodes into the zone. */
function bytesOfAll({ name, nodes }: { name: string; nodes: Record<string, z.infer<typeof node>> }): number {
  const all = Object.values(nodes);
  const addresses = { ipv4: all.flatMap(({ ipv4 }) => ipv4), ipv6: all.flatMap(({ ipv6 }) => ipv6) };
  return changesTo({ name, ttl_seconds: 0 }, addresses).reduce((bytes, { length }) => bytes + length, 0);
}
