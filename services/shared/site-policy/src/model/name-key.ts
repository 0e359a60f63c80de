import { DER, type DerElement, derChildren, hexOf } from './der.ts';

/** Texts of names (RFC 5280, 4.1.2.4), and how their characters are written. */
const TEXTS: ReadonlyMap<number, string> = new Map([
  [0x0c, 'utf-8'],
  [0x13, 'latin1'],
  [0x14, 'latin1'],
  [0x16, 'latin1'],
  [0x1a, 'latin1'],
  [0x1e, 'utf-16be'],
]);

/**
 * A name in the one way in which names are compared (RFC 5280, 7.1): two that differ in the kind of their texts, in the case of
 * ASCII's letters or in blanks are the same. Authorities write their lists with other tools than their certificates.
 */
export function nameKey(bytes: Uint8Array, name: DerElement): string {
  const sets = derChildren(bytes, name).map((set) =>
    derChildren(bytes, set)
      .map((attribute) => attributeKey(bytes, attribute))
      .sort()
      .join('+'),
  );
  return sets.join(',');
}

function attributeKey(bytes: Uint8Array, attribute: DerElement): string {
  if (attribute.tag !== DER.sequence) return hexOf(bytes, attribute);
  const [type, value] = derChildren(bytes, attribute);
  if (type === undefined || value === undefined) return hexOf(bytes, attribute);
  return `${hexOf(bytes, type)}=${valueKey(bytes, value)}`;
}

function valueKey(bytes: Uint8Array, value: DerElement): string {
  const encoding = TEXTS.get(value.tag);
  if (encoding === undefined) return `#${value.tag}:${hexOf(bytes, value)}`;
  const text = new TextDecoder(encoding).decode(bytes.subarray(value.begin, value.end));
  const folded = text
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replaceAll(/[ \t\n\v\f\r]+/g, ' ')
    .replaceAll(/^ | $/g, '');
  // No character of a value ends it.
  return JSON.stringify(folded);
}
