// Requests out of the examples of an OpenAPI description: https://spec.openapis.org/oas/v3.1.1.html#example-object
import { readJsonLine, type Sample, SampleError } from '@palisade/waf-proxy/judge';

export interface ExampleRequest {
  /** Method, path, and which example. */
  name: string;
  sample: Sample;
}

type Node = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
const MAX_REQUESTS = 10_000;
const MAX_REFERENCES = 32;

export const isOpenApi = (value: unknown): value is Node =>
  isNode(value) && ('openapi' in value || 'swagger' in value);

/**
 * For each operation a request with the first example of each parameter and of the body, and one more for each further
 * example. What has none is left out, but for required parameters, which get `1`.
 *
 * @throws SampleError
 */
export function openApiSamples(description: Node, host: string): ExampleRequest[] {
  if (!String(description.openapi ?? '').startsWith('3.'))
    throw new SampleError('openapi: only OpenAPI 3 has examples that can be sent');
  return new Examples(description, host).all();
}

interface Parameter {
  name: string;
  in: string;
  values: readonly unknown[];
}
interface Body {
  type: string;
  value: unknown;
}

class Examples {
  private readonly found: ExampleRequest[] = [];
  private readonly base: string;

  constructor(
    private readonly description: Node,
    private readonly host: string,
  ) {
    const [server] = listOf(description.servers);
    const variables = nodeOf(nodeOf(server).variables);
    const url = String(nodeOf(server).url ?? '').replace(/\{([^}]+)\}/g, (_all, name: string) =>
      String(nodeOf(variables[name]).default ?? name),
    );
    this.base = url.replace(/\/$/, '');
  }

  all(): ExampleRequest[] {
    for (const [path, item] of Object.entries(nodeOf(this.description.paths))) {
      const shared = this.resolved(item);
      for (const method of METHODS) {
        if (shared[method] !== undefined) this.operation(path, method, shared, this.resolved(shared[method]));
      }
    }
    return this.found;
  }

  private operation(path: string, method: string, shared: Node, operation: Node): void {
    const parameters = new Map<string, Parameter>();
    for (const one of [...listOf(shared.parameters), ...listOf(operation.parameters)]) {
      const parameter = this.parameter(this.resolved(one));
      if (parameter !== null) parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
    const all = [...parameters.values()];
    const first = all.map(({ values }) => values[0]);
    const bodies = this.bodies(this.resolved(operation.requestBody));
    for (const [index, body] of (bodies.length === 0 ? [null] : bodies).entries())
      this.add(path, method, index === 0 ? '' : `, body ${index + 1}`, all, first, body);
    for (const [index, { name, values }] of all.entries())
      for (const [further, value] of values.slice(1).entries())
        this.add(path, method, `, ${name} ${further + 2}`, all, first.with(index, value), bodies[0] ?? null);
  }

  private add(
    path: string,
    method: string,
    which: string,
    parameters: readonly Parameter[],
    values: readonly unknown[],
    body: Body | null,
  ): void {
    if (this.found.length >= MAX_REQUESTS)
      throw new SampleError(`paths: at most ${MAX_REQUESTS} examples are read`);
    const verb = method.toUpperCase();
    const query = new URLSearchParams();
    const headers: [string, string][] = [];
    const cookies: string[] = [];
    let address = `${this.base}${path}`;
    for (const [index, { name, in: place }] of parameters.entries()) {
      const texts = textsOf(values[index]);
      if (place === 'path') address = address.replaceAll(`{${name}}`, encodeURIComponent(texts.join(',')));
      else if (place === 'query') for (const text of texts) query.append(name, text);
      else if (place === 'header') headers.push([name, texts.join(',')]);
      else if (place === 'cookie') cookies.push(`${name}=${texts.join(',')}`);
    }
    if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
    const payload = body === null ? null : bodyOf(body);
    if (payload !== null) headers.push(['Content-Type', payload.type]);
    const url = query.size === 0 ? address : `${address}?${query}`;
    const hasHost = /^https?:/i.test(this.base);
    const sample = readJsonLine({
      method: verb,
      url,
      headers: hasHost ? headers : [['Host', this.host], ...headers],
      ...(payload !== null && { body: payload.text }),
    });
    this.found.push({ name: `${verb} ${path}${which}`, sample });
  }

  private parameter(parameter: Node): Parameter | null {
    const values = this.examplesIn(parameter);
    if (values.length === 0 && parameter.required === true) values.push(1);
    return values.length === 0 ? null : { name: String(parameter.name), in: String(parameter.in), values };
  }

  private bodies({ content }: Node): Body[] {
    return Object.entries(nodeOf(content)).flatMap(([type, media]) =>
      this.examplesIn(this.resolved(media)).map((value) => ({ type, value })),
    );
  }

  /** Of a parameter or a media type: its own before its schema's. */
  private examplesIn(node: Node): unknown[] {
    if ('example' in node) return [node.example];
    const named = Object.values(nodeOf(node.examples))
      .map((one) => this.resolved(one))
      .filter((one) => 'value' in one)
      .map(({ value }) => value);
    if (named.length > 0) return named;
    const value = this.exampleOf(this.resolved(node.schema), 0);
    return value === undefined ? [] : [value];
  }

  /** Of a schema; of an object, what its members have. */
  private exampleOf(schema: Node, depth: number): unknown {
    const [listed] = listOf(schema.examples);
    for (const value of [schema.example, listed, schema.default, listOf(schema.enum)[0], schema.const])
      if (value !== undefined) return value;
    if (depth >= MAX_REFERENCES) return undefined;
    if (schema.items !== undefined) {
      const item = this.exampleOf(this.resolved(schema.items), depth + 1);
      return item === undefined ? undefined : [item];
    }
    const members = Object.entries(nodeOf(schema.properties))
      .map(([name, member]) => [name, this.exampleOf(this.resolved(member), depth + 1)] as const)
      .filter(([, value]) => value !== undefined);
    return members.length === 0 ? undefined : Object.fromEntries(members);
  }

  /** References within the description; others are as if nothing stood there. */
  private resolved(value: unknown): Node {
    let node = nodeOf(value);
    for (let followed = 0; typeof node.$ref === 'string'; followed++) {
      if (followed === MAX_REFERENCES) throw new SampleError(`${node.$ref}: leads to itself`);
      node = nodeOf(this.at(node.$ref));
    }
    return node;
  }

  private at(reference: string): unknown {
    if (!reference.startsWith('#/')) return undefined;
    const steps = reference
      .slice(2)
      .split('/')
      .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
    return steps.reduce<unknown>(
      (node, step) => (Object.hasOwn(nodeOf(node), step) ? nodeOf(node)[step] : undefined),
      this.description,
    );
  }
}

function bodyOf({ type, value }: Body): { type: string; text: string } {
  if (/[/+]json\b/i.test(type)) return { type, text: JSON.stringify(value) };
  if (typeof value === 'string') return { type, text: value };
  if (/^application\/x-www-form-urlencoded/i.test(type))
    return { type, text: String(new URLSearchParams(pairsOf(value))) };
  if (/^multipart\/form-data/i.test(type)) {
    const parts = pairsOf(value).map(
      ([name, text]) =>
        `--example\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${text}\r\n`,
    );
    return { type: `${type}; boundary=example`, text: `${parts.join('')}--example--\r\n` };
  }
  return { type, text: JSON.stringify(value) };
}

const pairsOf = (value: unknown): [string, string][] =>
  Object.entries(nodeOf(value)).flatMap(([name, member]) =>
    textsOf(member).map((text): [string, string] => [name, text]),
  );

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((one) => (isNode(one) ? JSON.stringify(one) : String(one)));

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
