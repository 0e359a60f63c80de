import { edgeV1 } from '@palisade/contracts';
import * as z from 'zod/mini';
import { OWN_PAGE_LIMITS, type OwnPageKind } from '../groups/own-pages.ts';
import { inverse, type Part } from './part.ts';

const KINDS = {
  block: edgeV1.PageKind.BLOCK,
  challenge: edgeV1.PageKind.CHALLENGE,
  error: edgeV1.PageKind.ERROR,
  maintenance: edgeV1.PageKind.MAINTENANCE,
} as const satisfies Record<OwnPageKind, edgeV1.PageKind>;
const KIND_WORDS = inverse<OwnPageKind, edgeV1.PageKind>(KINDS);

export const ownPagesPart: Part = {
  fields: ['own_pages'],
  schemas: {
    'policy.ownPages': z
      .array(
        z.object({
          kind: z.enum(edgeV1.PageKind).check(z.refine((code) => KIND_WORDS.has(code), 'is not specified')),
          language: z.string().check(z.maxLength(16)),
          html: z.string().check(z.maxLength(OWN_PAGE_LIMITS.html)),
        }),
      )
      .check(z.maxLength(OWN_PAGE_LIMITS.pages)),
  },
  encode: ({ own_pages: pages }) => ({
    'policy.ownPages': pages.map(({ kind, language, html }) => ({ kind: KINDS[kind], language, html })),
  }),
  decode: ({ policy }) => ({
    own_pages: (policy?.ownPages ?? []).map(({ kind, language, html }) => ({
      kind: KIND_WORDS.get(kind) ?? 'error',
      language,
      html,
    })),
  }),
};
