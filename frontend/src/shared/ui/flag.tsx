/**
 * The 15 countries whose flags the product knows, in the order of the picture (`flags.svg`): emoji flags are missing on
 * many systems, and a drawing per row would be ten elements in a table of thousands.
 */
export const FLAGS: readonly string[] = [
  'US',
  'GB',
  'DE',
  'FR',
  'NL',
  'CA',
  'AU',
  'JP',
  'IN',
  'BR',
  'CN',
  'RU',
  'SG',
  'UA',
  'PL',
];
const WIDTH_PX = 18;
const places = new Map(FLAGS.map((code, index) => [code, { backgroundPositionX: -WIDTH_PX * index }]));

export function hasFlag(code: string): boolean {
  return places.has(code);
}

export function Flag({ code }: { code: string }) {
  return <span aria-hidden="true" className="flag" style={places.get(code)} />;
}
