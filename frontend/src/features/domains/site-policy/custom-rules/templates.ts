import type { CustomRule } from '../../../../shared/api/types.ts';

export interface Template {
  title: string;
  /** Purpose of the template. */
  text: string;
  rule: Omit<CustomRule, 'id' | 'enabled'>;
}

/** Common rules. Values that only the owner knows are left empty. */
export const TEMPLATES: readonly Template[] = [
  {
    title: 'Shut a path to strangers',
    text: 'Only your own addresses can open the admin area; everybody else is blocked.',
    rule: {
      name: 'Admin area only from our addresses',
      action: 'block',
      skip: [],
      conditions: [
        { field: 'path', name: '', operator: 'starts_with', negate: false, values: ['/admin'] },
        { field: 'ip', name: '', operator: 'equals', negate: true, values: [] },
      ],
    },
  },
  {
    title: 'Challenge a login page',
    text: 'Browsers pass a challenge before the login form; password-guessing bots are stopped.',
    rule: {
      name: 'Login only for browsers',
      action: 'challenge',
      skip: [],
      conditions: [{ field: 'path', name: '', operator: 'starts_with', negate: false, values: ['/login'] }],
    },
  },
  {
    title: 'Let a webhook through',
    text: 'Calls of your payment provider come from programs: bot protection and rate limits do not stop them.',
    rule: {
      name: "Payment provider's webhook",
      action: 'skip',
      skip: ['bot_protection', 'rate_limiting'],
      conditions: [
        { field: 'path', name: '', operator: 'equals', negate: false, values: ['/webhooks/payments'] },
        { field: 'ip', name: '', operator: 'equals', negate: false, values: [] },
      ],
    },
  },
];
