import { FIRST_FREE_PORT, webAddress } from '@palisade/nest-kit';
import { z } from 'zod';

const CONTROL = /[\p{Cc}\u2028\u2029]/u;

const line = (name: string, max: number) =>
  z
    .string(`${name} is required`)
    .trim()
    .min(1, `${name} is required`)
    .max(max, `${name} takes at most ${max} characters`)
    .refine((text) => !CONTROL.test(text), `${name} must be one line of text`);

const hostName = line('Host', 253).regex(/^[A-Za-z0-9.:_-]+$/, 'Please enter a name or an address');
/** The standard port of syslog over TLS, and what is free for everybody. */
const syslogPort = z
  .string()
  .regex(/^\d{1,5}$/, 'Please enter a port')
  .default('6514')
  .refine((text) => Number(text) >= FIRST_FREE_PORT && Number(text) <= 65_535, 'The port must be above 1023');
const certificate = z
  .string()
  .trim()
  .max(16_000)
  .regex(/^-----BEGIN CERTIFICATE-----/, 'Please enter a certificate in PEM')
  .optional();

/** Those that the transport sets itself, or that say how a message is framed. */
const OWN_HEADERS =
  /^(?:host|content-length|content-type|content-encoding|transfer-encoding|connection|te|trailer|upgrade|expect|proxy-.*|webhook-.*)$/i;
const header = {
  header_name: line('Header', 100)
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'That is no name of a header')
    .refine((name) => !OWN_HEADERS.test(name), 'This header is set by the stream itself')
    .optional(),
  header_value: line('Value', 4000)
    .regex(/^[\x20-\x7e]+$/, 'A header has ASCII characters only')
    .optional(),
};
const web = z.object({ url: webAddress, ...header }).superRefine(({ header_name, header_value }, context) => {
  if ((header_name === undefined) !== (header_value === undefined))
    context.addIssue({
      code: 'custom',
      path: [header_name === undefined ? 'header_name' : 'header_value'],
      message: 'A header has a name and a value',
    });
});

/** Where each kind of stream sends to. All of it is sealed. */
export const STREAM_TARGETS = {
  http: web,
  otlp: web,
  syslog: z.object({ host: hostName, port: syslogPort, ca: certificate }),
  s3: z.object({
    endpoint: webAddress,
    region: line('Region', 60)
      .regex(/^[a-z0-9-]+$/, 'A region looks like eu-central-1')
      .default('us-east-1'),
    bucket: line('Bucket', 63).regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'That is no name of a bucket'),
    prefix: line('Prefix', 200)
      .regex(/^(?!\/)(?!.*\.\.)[\w!.*'()/-]+$/, 'A prefix looks like logs/palisade')
      .optional(),
    access_key_id: line('Access key', 200).regex(/^[\x21-\x7e]+$/, 'That is no access key'),
    secret_access_key: line('Secret key', 200).regex(/^[\x21-\x7e]+$/, 'That is no secret key'),
  }),
} as const;

export type StreamKind = keyof typeof STREAM_TARGETS;
export type StreamTarget<Kind extends StreamKind> = z.output<(typeof STREAM_TARGETS)[Kind]>;
export const STREAM_KINDS = Object.keys(STREAM_TARGETS) as [StreamKind, ...StreamKind[]];

/** What the list of streams shows of a target: enough to tell it from others, too little to use it. */
export const TARGET_HINTS: { [Kind in StreamKind]: (target: StreamTarget<Kind>) => string } = {
  http: ({ url }) => new URL(url).host,
  otlp: ({ url }) => new URL(url).host,
  syslog: ({ host, port }) => `${host}:${port}`,
  s3: ({ endpoint, bucket }) => `${bucket} at ${new URL(endpoint).host}`,
};
