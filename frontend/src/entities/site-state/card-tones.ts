/** How a card looks that is about trouble: that is to be seen before it is read. */
export const CARD_TONES = {
  warn: 'border-warn-line bg-warn-soft',
  danger: 'border-danger-line bg-danger-soft',
} as const;
