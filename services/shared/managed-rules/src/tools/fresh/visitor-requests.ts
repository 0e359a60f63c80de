import type { FreshRequest } from './request.ts';
import { VISITOR_PEOPLE } from './visitor-people.ts';
import { VISITOR_PHRASES } from './visitor-phrases.ts';
import { VISITOR_PROGRAMS } from './visitor-programs.ts';

/** Of people and of programs, each in the place where its application has it. */
export const VISITOR_REQUESTS: Readonly<Record<string, FreshRequest>> = {
  ...VISITOR_PEOPLE,
  ...VISITOR_PROGRAMS,
  ...VISITOR_PHRASES,
};
