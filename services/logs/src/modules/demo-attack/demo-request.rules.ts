import type { DemoAttack } from './demo-attack.schema.ts';

export interface DemoRequest {
  method: 'GET' | 'POST';
  /** Path and query. */
  target: string;
  /** Form body; null: none. */
  body: string | null;
}

const field = (payload: string): string => `q=${encodeURIComponent(payload)}`;

/** The only form of request that an attack can have: the payload is always the value of one field. */
export function demoRequestOf({ place, payload }: DemoAttack): DemoRequest {
  switch (place) {
    case 'query':
      return { method: 'GET', target: `/?${field(payload)}`, body: null };
    case 'form':
      return { method: 'POST', target: '/', body: field(payload) };
    default:
      return place satisfies never;
  }
}

/** In a readable form. */
export const shownRequest = ({ method, target, body }: DemoRequest): string =>
  body === null ? `${method} ${target}` : `${method} ${target}\n\n${body}`;
