/** The choices of the block list. */
export const BLOCKABLE_COUNTRIES = ['CN', 'RU', 'KP', 'IR', 'SY', 'CU', 'BY', 'MM', 'VE', 'AF'] as const;
