/** Stand first where countries to block are chosen. */
export const OFTEN_BLOCKED_COUNTRIES = ['CN', 'RU', 'KP', 'IR', 'SY', 'CU', 'BY', 'MM', 'VE', 'AF'] as const;
