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

const isFreePort = (text: string): boolean => Number(text) >= FIRST_FREE_PORT && Number(text) <= 65_535;

export const brokersOf = (text: string): string[] => text.split(',').map((broker) => broker.trim());

const hostName = line('Host', 253).regex(/^[A-Za-z0-9.:_-]+$/, 'Please enter a name or an address');
/** The standard port of syslog over TLS, and all unprivileged ones. */
const syslogPort = z
  .string()
  .regex(/^\d{1,5}$/, 'Please enter a port')
  .default('6514')
  .refine((text) => isFreePort(text), 'The port must be above 1023');
const certificate = z
  .string()
  .trim()
  .max(16_000)
  .regex(/^-----BEGIN CERTIFICATE-----/, 'Please enter a certificate in PEM')
  .optional();

/** Headers that the transport sets itself, or that determine a message's framing. */
const OWN_HEADERS =
  /^(?:host|content-length|content-type|content-encoding|transfer-encoding|connection|te|trailer|upgrade|expect|proxy-.*|webhook-.*)$/i;
const header = {
  header_name: line('Header', 100)
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'This is not a header name')
    .refine((name) => !OWN_HEADERS.test(name), 'This header is set by the stream itself')
    .optional(),
  header_value: line('Value', 4000)
    .regex(/^[\x20-\x7e]+$/, 'A header can only contain ASCII characters')
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

const MAX_BROKERS = 10;
const BROKER = /^[A-Za-z0-9._-]+:\d{1,5}$/;

/** `HOST:PORT,HOST:PORT` */
const brokers = line('Brokers', 2_000).superRefine((text, context) => {
  const all = brokersOf(text);
  const issue = (message: string) => context.addIssue({ code: 'custom', message });
  if (all.length > MAX_BROKERS) issue(`At most ${MAX_BROKERS} brokers`);
  if (!all.every((broker) => BROKER.test(broker))) issue('Brokers look like kafka.example.com:9093');
  else if (!all.every((broker) => isFreePort(broker.slice(broker.lastIndexOf(':') + 1))))
    issue('The port must be above 1023');
});
const kafka = z
  .object({
    brokers,
    topic: line('Topic', 249).regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]+$/, 'This is not a topic name'),
    security: z.enum(['tls', 'plain'], 'Please enter tls or plain').default('tls'),
    ca: certificate,
    username: line('User name', 200).optional(),
    password: line('Password', 1_000).optional(),
  })
  .superRefine(({ username, password }, context) => {
    if ((username === undefined) !== (password === undefined))
      context.addIssue({
        code: 'custom',
        path: [username === undefined ? 'username' : 'password'],
        message: 'Enter a user name and a password',
      });
  });

/** Target of each kind of stream. Stored encrypted. */
export const STREAM_TARGETS = {
  http: web,
  otlp: web,
  syslog: z.object({ host: hostName, port: syslogPort, ca: certificate }),
  s3: z.object({
    endpoint: webAddress,
    region: line('Region', 60)
      .regex(/^[a-z0-9-]+$/, 'A region looks like eu-central-1')
      .default('us-east-1'),
    bucket: line('Bucket', 63).regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'This is not a bucket name'),
    prefix: line('Prefix', 200)
      .regex(/^(?!\/)(?!.*\.\.)[\w!.*'()/-]+$/, 'A prefix looks like logs/palisade')
      .optional(),
    access_key_id: line('Access key', 200).regex(/^[\x21-\x7e]+$/, 'This is not an access key'),
    secret_access_key: line('Secret key', 200).regex(/^[\x21-\x7e]+$/, 'This is not a secret key'),
    compression: z.enum(['gzip', 'zstd'], 'Please enter gzip or zstd').default('gzip'),
  }),
  kafka,
} as const;

export type StreamKind = keyof typeof STREAM_TARGETS;
export type StreamTarget<Kind extends StreamKind> = z.output<(typeof STREAM_TARGETS)[Kind]>;
export const STREAM_KINDS = Object.keys(STREAM_TARGETS) as [StreamKind, ...StreamKind[]];

/** The part of a target that lists show: enough to recognise it, too little to use it. */
export const TARGET_HINTS: { [Kind in StreamKind]: (target: StreamTarget<Kind>) => string } = {
  http: ({ url }) => new URL(url).host,
  otlp: ({ url }) => new URL(url).host,
  syslog: ({ host, port }) => `${host}:${port}`,
  s3: ({ endpoint, bucket }) => `${bucket} at ${new URL(endpoint).host}`,
  kafka: ({ brokers: list, topic }) => `${topic} at ${brokersOf(list)[0]}`,
};
