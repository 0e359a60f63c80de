import { CLIENT_LIST_NAME, MAX_SET_ENTRIES } from '@palisade/edge-state';
import { webAddress } from '@palisade/nest-kit';
import { ALLOWING_KINDS, LIST_KINDS } from '@palisade/site-policy';
import { z } from 'zod';

/** Maximum lists per owner; with the maximum of all entries it bounds the cost at every edge. */
export const MAX_LISTS = 20;
/** Maximum lists created per day, including deleted ones, since every edge has to be notified of each. */
export const MAX_LISTS_A_DAY = 100;
export const MAX_ENTRIES = 2 * MAX_SET_ENTRIES;
/** Maximum text that fits into a request as JSON; longer lists are fetched. */
const MAX_TEXT = 1_900_000;
/** Its maximum in UTF-8: three bytes per UTF-16 unit. */
export const MAX_PLAIN_TEXT_BYTES = 3 * MAX_TEXT;
export const LIST_SOURCES = ['hand', 'url', 'crowdsec'] as const;

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const NAME_WORDS =
  'Name takes lower-case letters, digits, "_" and "-", at most 50, and begins with a letter or digit';
const name = z.string(NAME_WORDS).trim().regex(CLIENT_LIST_NAME, NAME_WORDS);
const note = z
  .string()
  .trim()
  .max(200, 'Note takes at most 200 characters')
  .refine((text) => !CONTROL.test(text), 'Note must be one line of text');
const intervalMinutes = z
  .int('Please enter minutes')
  .min(5, 'At least 5 minutes')
  .max(10_080, 'At most 10080 minutes, a week');
const KEY_WORDS = 'The key of the bouncer, as `cscli bouncers add` prints it';
const apiKey = z
  .string(KEY_WORDS)
  .trim()
  .max(200, KEY_WORDS)
  .regex(/^[\x21-\x7e]+$/, KEY_WORDS)
  .describe('Of a bouncer. Kept encrypted, and shown to nobody.');
const text = z
  .string()
  .max(MAX_TEXT, 'This is too long to be sent. Please publish it on the web and enter its URL.');

const holds = z
  .enum(LIST_KINDS)
  .describe(
    `What its entries are; it stays so. \`user_agents\` may begin and end in a star. ${ALLOWING_KINDS.join(', ')} can be allowed, all blocked and challenged.`,
  );

export const listCreateSchema = z
  .discriminatedUnion('source', [
    z.object({
      source: z.literal('hand'),
      name,
      note: note.default(''),
      holds: holds.default('addresses'),
      /** One address, network or range per line, or in the first column; comments after `#`, `;` or `//`. */
      text: text.default(''),
    }),
    z.object({
      source: z.literal('url'),
      name,
      note: note.default(''),
      holds: holds.default('addresses'),
      url: webAddress,
      interval_minutes: intervalMinutes.default(60),
    }),
    z.object({
      source: z.literal('crowdsec'),
      name,
      note: note.default(''),
      url: webAddress.describe('Of CrowdSec’s local API, such as https://crowdsec.example:8080'),
      api_key: apiKey,
      interval_minutes: intervalMinutes.default(5),
    }),
  ])
  .meta({ id: 'ClientListCreate' });
export type ListCreate = z.infer<typeof listCreateSchema>;

/** Absent fields stay unchanged. `text` replaces all entries of a manual list. */
export const listUpdateSchema = z
  .object({
    name: name.optional(),
    note: note.optional(),
    holds: holds.optional().describe('As it is: another is refused.'),
    text: text.optional(),
    version: z
      .int()
      .min(1)
      .optional()
      .describe('The version whose text was changed; with `text`, at another one it is 409.'),
    url: webAddress.optional(),
    interval_minutes: intervalMinutes.optional(),
    api_key: apiKey.optional().describe('Of a bouncer. Entered again where the address changes.'),
  })
  .meta({ id: 'ClientListUpdate' });
export type ListUpdate = z.infer<typeof listUpdateSchema>;

export const listSchema = z
  .object({
    id: z.uuid(),
    /** Appears in the log as `blocked_list:<name>`. */
    name: z.string(),
    note: z.string(),
    source: z.enum(LIST_SOURCES),
    /** Kind of its entries. */
    holds: z.enum(LIST_KINDS),
    /** An operator's list for everybody; can be used but not changed. */
    is_offered: z.boolean(),
    url: z.string().nullable(),
    interval_minutes: z.int().nullable(),
    entries: z.int(),
    /** Memory in every edge worker that uses it. */
    size_bytes: z.int(),
    /** Number of invalid lines, and the first of them. */
    refused: z.int(),
    refused_lines: z.array(z.object({ line: z.int(), text: z.string(), why: z.string().optional() })),
    version: z.int(),
    /** When its entries last changed. */
    changed_at: z.iso.datetime(),
    /** When its source last answered; null: not yet, or it has none. */
    checked_at: z.iso.datetime().nullable(),
    next_check_at: z.iso.datetime().nullable(),
    /** Stable code of the latest failed fetch; null after a success. The earlier entries stay in force. */
    last_error: z.string().nullable(),
    /** HTTP status of the latest refusal. */
    last_status: z.int().nullable(),
    last_failed_at: z.iso.datetime().nullable(),
    /** Since when fetching has failed; null: the last attempt succeeded. */
    failing_since: z.iso.datetime().nullable(),
    /** Whether this version is published to the edges. */
    published: z.boolean(),
    /** The owner's sites whose policies use it. */
    used_by: z.array(z.object({ id: z.uuid(), name: z.string() })),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ClientList' });
export type ListView = z.infer<typeof listSchema>;

export const listsSchema = z
  .object({ lists: z.array(listSchema), max_lists: z.int(), max_entries: z.int() })
  .meta({ id: 'ClientLists' });

/** The text as written, and its version. */
export const listTextSchema = z.object({ text: z.string(), version: z.int() }).meta({ id: 'ClientListText' });

export const entryPageSchema = z.object({
  offset: z.coerce.number().int().min(0).max(MAX_SET_ENTRIES).default(0),
  limit: z.coerce.number().int().min(1).max(50_000).default(100),
  address: z
    .union([z.ipv4(), z.ipv6()], 'Please enter an address, such as 192.0.2.1')
    .optional()
    .describe('Only the entry that holds this address, if there is one.'),
  value: z
    .string()
    .trim()
    .min(1)
    .max(1_024)
    .optional()
    .describe(
      'The same of a list that holds something else: a number, a code, a user agent or a fingerprint.',
    ),
});
export type EntryPage = z.infer<typeof entryPageSchema>;

export const entriesSchema = z
  .object({
    entries: z.array(z.string()),
    /** Number of entries: all, or those that contain the address. */
    total: z.int(),
  })
  .meta({ id: 'ClientListEntries' });
