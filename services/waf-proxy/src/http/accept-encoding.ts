export type Coding = 'br' | 'zstd' | 'gzip';

/** In order of preference among equals. */
const OURS: readonly Coding[] = ['br', 'zstd', 'gzip'];

/** A client's accepted codings: q-values of ours, 0 for unwanted ones. */
export interface AcceptedCodings {
  br: number;
  zstd: number;
  gzip: number;
  identity: number;
}

const NONE: AcceptedCodings = Object.freeze({ br: 0, zstd: 0, gzip: 0, identity: 1 });
/** Browsers send one of few texts; emptied when full, since strangers choose them. */
const MEMO_LIMIT = 256;
const memo = new Map<string, AcceptedCodings>();

export function acceptedCodings(field: string | null): AcceptedCodings {
  if (field === null) return NONE;
  const known = memo.get(field);
  if (known !== undefined) return known;
  const accepted = parse(field);
  if (memo.size >= MEMO_LIMIT) memo.clear();
  if (field.length <= 256) memo.set(field, accepted);
  return accepted;
}

/** The coding that a response is compressed with; null: as it is. `order`: preference where q-values are equal. */
export function chooseCoding(accepted: AcceptedCodings, order: readonly Coding[] = OURS): Coding | null {
  let best: Coding | null = null;
  for (const coding of order) {
    const quality = accepted[coding];
    if (quality > 0 && (best === null || quality > accepted[best])) best = coding;
  }
  // A client that likes the plain form better gets it.
  return best !== null && accepted[best] >= accepted.identity ? best : null;
}

/** One text for all clients that take the same codings, so that an origin's variants stay few. */
export function normalisedAcceptEncoding(field: string | null): string {
  const accepted = acceptedCodings(field);
  const taken = OURS.filter((coding) => accepted[coding] > 0);
  return taken.length === 0 ? 'identity' : taken.join(', ');
}

function parse(field: string): AcceptedCodings {
  const said = new Map<string, number>();
  for (const part of field.toLowerCase().split(',').slice(0, 32)) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    if (name !== undefined && name !== '') said.set(name === 'x-gzip' ? 'gzip' : name, readQuality(quality));
  }
  const others = said.get('*') ?? 0;
  const of = (coding: string) => said.get(coding) ?? others;
  return Object.freeze({
    br: of('br'),
    zstd: of('zstd'),
    gzip: of('gzip'),
    // Always acceptable unless refused by name or by `*;q=0` (RFC 9110, 12.5.3).
    identity: said.get('identity') ?? (said.has('*') && others === 0 ? 0 : 0.001),
  });
}

function readQuality(parameter: string | undefined): number {
  if (parameter === undefined) return 1;
  const text = parameter.slice(2);
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
