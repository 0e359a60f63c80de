import type { Problem } from '../../shared/lib/problem.ts';

/** A 401 whose detail holds one of these ends the session; any other 401 is an answer like the rest. */
const SESSION_ENDING_DETAILS = ['Invalid token', 'expired', 'Old token format', 'login again'] as const;

export const endsSession = ({ status, detail }: Pick<Problem, 'status' | 'detail'>): boolean =>
  status === 401 && SESSION_ENDING_DETAILS.some((text) => detail?.includes(text));

/** The token has run out; the session may well go on. */
export const needsRenewal = ({ status, code }: Pick<Problem, 'status' | 'code'>): boolean =>
  status === 401 && code === 'token_expired';
