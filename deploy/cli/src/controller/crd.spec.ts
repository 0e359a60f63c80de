import { readFileSync } from 'node:fs';
import path from 'node:path';
import { customResourceDefinitions, customResourceDefinitionsText, structural } from './crd.ts';

type Node = Record<string, unknown>;

const root = path.resolve(import.meta.dirname, '../../../..');
/** What JSONSchemaProps of apiextensions.k8s.io/v1 has; others are refused by strict validation. */
const KNOWN = new Set(
  `type format title description default enum pattern minimum maximum minLength maxLength minItems maxItems required properties items additionalProperties
  nullable x-kubernetes-preserve-unknown-fields x-kubernetes-validations x-kubernetes-list-type x-kubernetes-list-map-keys`.split(
    /\s+/,
  ),
);
const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean'];

/** Breaches of the rules of structural schemas, by their place. */
function breaches(node: Node, place: string): string[] {
  const found = Object.keys(node)
    .filter((name) => !KNOWN.has(name))
    .map((name) => `${place}: ${name}`);
  const isOpen = node['x-kubernetes-preserve-unknown-fields'] === true;
  if (!isOpen && !TYPES.includes(String(node.type))) found.push(`${place}: type ${String(node.type)}`);
  if (node.type === 'array' && node.items === undefined) found.push(`${place}: no items`);
  if (node.properties !== undefined && node.additionalProperties !== undefined)
    found.push(`${place}: both kinds of properties`);
  for (const name of (node.required as string[] | undefined) ?? [])
    if (!(name in ((node.properties as Node | undefined) ?? {}))) found.push(`${place}: required ${name}`);
  for (const [name, child] of Object.entries((node.properties as Record<string, Node> | undefined) ?? {}))
    found.push(...breaches(child, `${place}.${name}`));
  for (const name of ['items', 'additionalProperties'])
    if (node[name] !== undefined) found.push(...breaches(node[name] as Node, `${place}[]`));
  return found;
}

describe('the CRDs', () => {
  const schemas = customResourceDefinitions().map((definition) => {
    const { names, versions } = definition.spec as {
      names: { kind: string };
      versions: { schema: { openAPIV3Schema: Node } }[];
    };
    return [names.kind, versions[0]!.schema.openAPIV3Schema] as const;
  });

  it.each(schemas)('of %s are structural', (kind, schema) => {
    expect(breaches(schema, kind)).toEqual([]);
  });

  it.each(schemas)('of %s set nothing that an object leaves out', (_, { properties }) => {
    const { spec } = properties as Record<'spec', { properties: Record<'policyConfig', Node> }>;
    const text = JSON.stringify(spec.properties.policyConfig);
    expect(text).not.toContain('"default":');
    expect(text).toContain('waf_sensitivity');
  });

  it('are committed as they are made: node deploy/cli/dist/controller/write-crds.js', () => {
    for (const file of ['k8s/components/sites/crds.yaml', 'k8s/helm/palisade/files/sites-crds.yaml'])
      expect(readFileSync(path.join(root, file), 'utf8')).toBe(customResourceDefinitionsText());
    // etcd takes 1.5 MiB of an object, and `kubectl apply` 256 KiB in an annotation.
    expect(customResourceDefinitionsText().length).toBeLessThan(200_000);
  });

  it('are left by Helm with all objects of theirs, whatever becomes of its release', () => {
    for (const { metadata } of customResourceDefinitions())
      expect(metadata).toMatchObject({ annotations: { 'helm.sh/resource-policy': 'keep' } });
  });

  it('have no end of themselves', () => {
    const tree = {
      type: 'object',
      properties: {
        left: { $ref: '#/definitions/tree' },
        name: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
    };
    expect(structural(tree, { tree })).toEqual({
      type: 'object',
      properties: {
        left: {
          type: 'object',
          properties: {
            left: { 'x-kubernetes-preserve-unknown-fields': true },
            name: { type: 'string', nullable: true },
          },
        },
        name: { type: 'string', nullable: true },
      },
    });
  });
});
