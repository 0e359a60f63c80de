import { z } from 'zod';
import { partsOf, url } from './fields.ts';

const MAX_LINES = 8;
const MAX_FIGURES = 4;
const MAX_NOTICE_DOMAINS = 20;

/** Empty means unset: Compose passes unset settings as empty strings. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const text = (most: number) => optional(z.string().trim().min(1).max(most));
const lines = (most: number, max: number) =>
  optional(
    z
      .string()
      .max(max)
      .transform((value) => partsOf(value, '|'))
      .refine((entries) => entries.length <= most, `may have ${most} parts at most, separated by "|"`),
  );

/** The company behind this installation, for its pages, mails and invoices. Unset fields are left out. */
export const companyFields = {
  PALISADE_COMPANY_NAME: text(120),
  /** Lines separated by "|"; the last one, as a rule the town, also stands at the foot of each page. */
  PALISADE_COMPANY_ADDRESS: lines(MAX_LINES, 400),
  PALISADE_COMPANY_EMAIL: optional(z.email()),
  PALISADE_COMPANY_PHONE: optional(z.string().regex(/^\+?[\d ()./-]{3,40}$/, 'must be a telephone number')),
  /** Register and tax numbers, lines separated by "|". */
  PALISADE_COMPANY_REGISTER: lines(MAX_LINES, 400),
  /** Jurisdiction of the terms of service: `Germany`. */
  PALISADE_COMPANY_LAW: text(120),
  /**
   * Large figures on the public pages, `VALUE LABEL` each: `99.9% uptime|500+ customers`. The operator's own claims.
   */
  PALISADE_COMPANY_FIGURES: lines(MAX_FIGURES, 200),
  /** Where people see whether the service is well. */
  PALISADE_COMPANY_STATUS_URL: optional(url('http', 'https')),
  /** An announcement to all signed-in users, shown at the top of each page. */
  PALISADE_COMPANY_NOTICE: text(200),
  /** Domains that the announcement is about, separated by "|": only their owners and administrators see it. */
  PALISADE_COMPANY_NOTICE_DOMAINS: lines(MAX_NOTICE_DOMAINS, 2_000),
} as const;

export type CompanySettings = Readonly<z.infer<z.ZodObject<typeof companyFields>>>;

/** As sent to pages: `frontend/src/entities/company/company.ts` reads it. */
export interface Company {
  name: string | null;
  address: string[];
  email: string | null;
  phone: string | null;
  register: string[];
  law: string | null;
  figures: { value: string; label: string }[];
  status_url: string | null;
  notice: string | null;
  /** Empty: the notice is for everybody. */
  notice_domains: string[];
}

export const companyOf = (settings: CompanySettings): Company => ({
  name: settings.PALISADE_COMPANY_NAME ?? null,
  address: settings.PALISADE_COMPANY_ADDRESS ?? [],
  email: settings.PALISADE_COMPANY_EMAIL ?? null,
  phone: settings.PALISADE_COMPANY_PHONE ?? null,
  register: settings.PALISADE_COMPANY_REGISTER ?? [],
  law: settings.PALISADE_COMPANY_LAW ?? null,
  figures: (settings.PALISADE_COMPANY_FIGURES ?? []).map((figure) => {
    const [value = '', ...label] = figure.split(' ');
    return { value, label: label.join(' ') };
  }),
  status_url: settings.PALISADE_COMPANY_STATUS_URL ?? null,
  notice: settings.PALISADE_COMPANY_NOTICE ?? null,
  notice_domains: settings.PALISADE_COMPANY_NOTICE_DOMAINS ?? [],
});

/** Name and address in the order of an envelope; empty where neither is set. */
export const letterhead = ({ name, address }: Pick<Company, 'name' | 'address'>): string[] =>
  name === null ? address : [name, ...address];
