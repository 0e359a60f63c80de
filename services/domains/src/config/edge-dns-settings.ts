import { readFileSync } from 'node:fs';
import { EDGE_NODE_ID } from '@palisade/edge-state';
import { z } from 'zod';

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
    /** By which views prefer it. */
    region: z.string().min(1).max(50),
  })
  .refine(({ ipv4, ipv6 }) => ipv4.length + ipv6.length > 0, 'must have an address');

const view = z.strictObject({
  /** In the log. */
  view: z.string().min(1).max(50),
  /** Of TSIG (HMAC-SHA-256), as the name server has it; its name decides into which view an update goes. */
  key: z.strictObject({ name: keyName, secret }),
  /** Whose nodes are answered with, in this order: the first region that has one. Empty: all nodes. */
  regions: z.array(z.string().min(1).max(50)).max(50).default([]),
});

const schema = z
  .strictObject({
    /** host:port of the zone's primary server; updates go there over TCP. */
    server: z.string().regex(/^.{1,255}:\d{1,5}$/, 'must be host:port'),
    zone: name,
    /** Whose addresses are kept; in the zone. */
    name,
    ttl_seconds: z.int().min(5).max(3_600).default(20),
    nodes: z.record(z.string().regex(EDGE_NODE_ID), node),
    views: z.array(view).min(1).max(50),
  })
  .refine((settings) => settings.name === settings.zone || settings.name.endsWith(`.${settings.zone}`), {
    path: ['name'],
    error: 'must lie in the zone',
  });
export type EdgeDnsSettings = z.infer<typeof schema>;
export type EdgeDnsView = EdgeDnsSettings['views'][number];

/** @throws Error that names each wrong field, and shows no value */
export function readEdgeDnsSettings(file: string): EdgeDnsSettings {
  const result = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`${file} is wrong:\n${faults.join('\n')}`);
}
