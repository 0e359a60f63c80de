/** 2950 → "29.50": how PayPal writes amounts of currencies with two decimals. */
export function toDecimal(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** "29.50" → 2950; `null` for invalid amounts. */
export function toCents(decimal: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(decimal);
  if (match === null) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
