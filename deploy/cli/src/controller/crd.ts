// The CRDs of Site and SitePolicy, made of the JSON schema that policy files are checked by.
import { policyFileJsonSchema } from '@palisade/site-policy/json-schema';
import { Document } from 'yaml';
import { DEFAULT_KEY, GROUP, VERSION } from './kinds.ts';

type Node = Record<string, unknown>;

/** What structural schemas take over as it is. */
const TAKEN = [
  'type',
  'description',
  'title',
  'enum',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'required',
] as const;
/** Bounds that say nothing. */
const MAX_SAFE = Number.MAX_SAFE_INTEGER;
/** What cannot be said by a structural schema is judged by the controller, which says so in the condition Accepted. */
const ANYTHING: Node = { 'x-kubernetes-preserve-unknown-fields': true };

/**
 * A structural schema (apiextensions.k8s.io/v1): no references, no alternatives of types, no defaults, since what an object leaves out stays as
 * it is at Palisade. `type`, properties, bounds and patterns stay.
 */
export function structural(node: Node, definitions: Node, above: readonly string[] = []): Node {
  const reference = node.$ref as string | undefined;
  if (reference !== undefined) {
    const name = reference.split('/').at(-1)!;
    // A schema that holds itself has no end.
    return above.includes(name)
      ? ANYTHING
      : structural(definitions[name] as Node, definitions, [...above, name]);
  }
  const allOf = node.allOf as Node[] | undefined;
  if (allOf !== undefined) {
    const { allOf: _, ...rest } = node;
    return structural(Object.assign({}, ...allOf, rest) as Node, definitions, above);
  }
  const alternatives = (node.anyOf ?? node.oneOf) as Node[] | undefined;
  if (alternatives !== undefined) return alternative(node, alternatives, definitions, above);
  if (node.const !== undefined) return { type: typeof node.const, enum: [node.const] };
  if (typeof node.type !== 'string') return ANYTHING;
  return {
    ...Object.fromEntries(TAKEN.flatMap((name) => (isWorth(name, node[name]) ? [[name, node[name]]] : []))),
    ...(node.properties !== undefined && { properties: each(node.properties as Node, definitions, above) }),
    ...(node.items !== undefined && { items: structural(node.items as Node, definitions, above) }),
    ...(typeof node.additionalProperties === 'object' && {
      additionalProperties: structural(node.additionalProperties as Node, definitions, above),
    }),
  };
}

const isWorth = (name: string, value: unknown): boolean =>
  value !== undefined &&
  !((name === 'minimum' || name === 'maximum') && Math.abs(value as number) >= MAX_SAFE);

const each = (properties: Node, definitions: Node, above: readonly string[]): Node =>
  Object.fromEntries(
    Object.entries(properties).map(([name, node]) => [name, structural(node as Node, definitions, above)]),
  );

function alternative(node: Node, alternatives: Node[], definitions: Node, above: readonly string[]): Node {
  const words = Object.fromEntries(
    ['title', 'description'].flatMap((name) => (name in node ? [[name, node[name]]] : [])),
  );
  const others = alternatives.filter(({ type }) => type !== 'null');
  const nullable = others.length < alternatives.length ? { nullable: true } : {};
  if (others.length === 1) return { ...words, ...structural(others[0]!, definitions, above), ...nullable };
  return { ...words, ...ANYTHING, ...nullable };
}

const reference = (description: string): Node => ({
  type: 'object',
  description,
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1, maxLength: 253 } },
});

const CONDITIONS: Node = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
  items: {
    type: 'object',
    required: ['type', 'status', 'reason', 'message', 'lastTransitionTime'],
    properties: {
      type: { type: 'string', maxLength: 316 },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      reason: { type: 'string', minLength: 1, maxLength: 1_024 },
      message: { type: 'string', maxLength: 32_768 },
      observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
      lastTransitionTime: { type: 'string', format: 'date-time' },
    },
  },
};

function siteSchema(domain: Node, sections: Node): Node {
  const apiKeySecret = reference(
    'The Secret of the namespace that has the API key (scopes domains:read and domains:write).',
  ) as { properties: Node };
  apiKeySecret.properties.key = {
    type: 'string',
    maxLength: 253,
    description: `Its field; ${DEFAULT_KEY} unless told.`,
  };
  return {
    type: 'object',
    required: ['domain', 'apiKeySecret'],
    properties: {
      domain: {
        ...domain,
        'x-kubernetes-validations': [
          { rule: 'self == oldSelf', message: 'A site keeps its domain; make another one.' },
        ],
      },
      origin: {
        type: 'object',
        description:
          'Where visitors’ requests go; wanted where Palisade has no site of that name yet, and not looked at later.',
        required: ['host'],
        properties: {
          host: { type: 'string', minLength: 1, maxLength: 253 },
          port: { type: 'integer', minimum: 1, maximum: 65_535 },
          protocol: { type: 'string', enum: ['http', 'https'] },
        },
      },
      apiKeySecret,
      policyRef: reference(
        'A SitePolicy of the namespace; settings of the Site itself go before its settings of the same name.',
      ),
      deletion: {
        type: 'string',
        enum: ['Retain', 'Delete'],
        default: 'Retain',
        description: 'Whether the site stays at Palisade when this object is deleted.',
      },
      drift: {
        type: 'string',
        enum: ['Correct', 'Report'],
        default: 'Correct',
        description:
          'Whether changes that others have made to what this object says are taken back, or told.',
      },
      ...sections,
    },
  };
}

const STATUS: Node = {
  type: 'object',
  properties: {
    observedGeneration: { type: 'integer', format: 'int64' },
    appliedGeneration: { type: 'integer', format: 'int64' },
    appliedPolicy: {
      type: 'object',
      required: ['uid', 'generation'],
      properties: { uid: { type: 'string' }, generation: { type: 'integer', format: 'int64' } },
    },
    siteId: { type: 'string' },
    version: { type: 'integer' },
    driftCorrectedAt: { type: 'string', format: 'date-time' },
    conditions: CONDITIONS,
  },
};

const condition = (type: string): Node => ({
  name: type,
  type: 'string',
  jsonPath: `.status.conditions[?(@.type=="${type}")].status`,
});

interface Kind {
  kind: string;
  plural: string;
  spec: Node;
  status: Node | null;
  columns: Node[];
}

/** Helm leaves what has it: with a definition all objects of it go, in all namespaces. */
const KEPT_BY_HELM = { 'helm.sh/resource-policy': 'keep' };

const definitionOf = ({ kind, plural, spec, status, columns }: Kind): Node => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${GROUP}`, annotations: KEPT_BY_HELM },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
    versions: [
      {
        name: VERSION,
        served: true,
        storage: true,
        ...(status && { subresources: { status: {} } }),
        additionalPrinterColumns: columns,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: { spec, ...(status && { status }) },
          },
        },
      },
    ],
  },
});

export function customResourceDefinitions(): Node[] {
  const { properties, definitions = {} } = policyFileJsonSchema() as {
    properties: Record<string, Node>;
    definitions?: Node;
  };
  const of = (name: string) => structural(properties[name]!, definitions);
  const sections = { originConfig: of('originConfig'), policyConfig: of('policyConfig') };
  const age = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
  return [
    definitionOf({
      kind: 'Site',
      plural: 'sites',
      spec: siteSchema(of('domain'), sections),
      status: STATUS,
      columns: [
        { name: 'Domain', type: 'string', jsonPath: '.spec.domain' },
        ...['Accepted', 'Verified', 'Ready'].map(condition),
        age,
      ],
    }),
    definitionOf({
      kind: 'SitePolicy',
      plural: 'sitepolicies',
      spec: { type: 'object', properties: sections },
      status: null,
      columns: [age],
    }),
  ];
}

export const customResourceDefinitionsText = (): string =>
  `# Made of the policy file's JSON schema: node deploy/cli/dist/controller/write-crds.js. Not to be edited.\n${customResourceDefinitions()
    .map((definition) =>
      new Document(definition, { aliasDuplicateObjects: false }).toString({ lineWidth: 0 }),
    )
    .join('---\n')}`;
