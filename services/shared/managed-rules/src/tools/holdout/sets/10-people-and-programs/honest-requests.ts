import type { HoldoutRequest } from '../../support/request.ts';
import { PEOPLE_REQUESTS } from './people-requests.ts';
import { PHRASE_REQUESTS } from './phrase-requests.ts';
import { MODEL_PROGRAM_REQUESTS } from './program-requests.ts';

/** Of people and of programs, each in the place where its application has it. */
export const PEOPLE_AND_PROGRAM_REQUESTS: Readonly<Record<string, HoldoutRequest>> = {
  ...PEOPLE_REQUESTS,
  ...MODEL_PROGRAM_REQUESTS,
  ...PHRASE_REQUESTS,
};
