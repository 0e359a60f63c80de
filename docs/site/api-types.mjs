// Types and limits of a schema in words.

/** Where a schema is told. */
export const schemaAddress = (name) => `/docs/api/schemas#${name.toLowerCase()}`;

const SAID_FORMATS = new Set(['uuid', 'date-time', 'email', 'uri', 'binary', 'ipv4', 'ipv6']);
const MAX_SAFE = 9_007_199_254_740_991;
const code = (value) => `\`${value === '' ? '""' : value}\``;

/** @param refer where a schema of that name is told */
export function describeType(schema, refer = schemaAddress) {
  if (schema === undefined) return 'anything';
  const describe = (part) => describeType(part, refer);
  const nullable = schema.nullable ? ' or `null`' : '';
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    return `[${name}](${refer(name)})${nullable}`;
  }
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.map(describe).join(' or ') + nullable;
  if (schema.allOf) return [...new Set(schema.allOf.map(describe))].join(' and ') + nullable;
  if (schema.enum) return schema.enum.map((value) => code(value)).join(', ') + nullable;
  if (schema.type === 'array') return `list of ${describe(schema.items)}${nullable}`;
  if (schema.type === 'object' || schema.properties) {
    const members = Object.keys(schema.properties ?? {});
    if (members.length > 0) return `object of ${members.map(code).join(', ')}${nullable}`;
    return typeof schema.additionalProperties === 'object' &&
      Object.keys(schema.additionalProperties).length > 0
      ? `object of ${describe(schema.additionalProperties)} by name${nullable}`
      : `object${nullable}`;
  }
  return (
    [schema.type ?? 'anything', SAID_FORMATS.has(schema.format) && `(${schema.format})`]
      .filter(Boolean)
      .join(' ') + nullable
  );
}

export function limitsOf(schema) {
  if (schema === undefined) return '';
  const said = [];
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (minimum !== undefined && minimum !== -MAX_SAFE) said.push(`at least ${minimum.toLocaleString('en')}`);
  if (maximum !== undefined && maximum !== MAX_SAFE) said.push(`at most ${maximum.toLocaleString('en')}`);
  if (minLength) said.push(minLength === 1 ? 'not empty' : `${minLength} characters or more`);
  if (maxLength !== undefined) said.push(`${maxLength.toLocaleString('en')} characters or fewer`);
  if (minItems) said.push(`${minItems} or more of them`);
  if (maxItems !== undefined) said.push(`${maxItems.toLocaleString('en')} or fewer of them`);
  if (schema.default !== undefined) said.push(`default ${code(JSON.stringify(schema.default))}`);
  if (said.length === 0) return '';
  const text = said.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
