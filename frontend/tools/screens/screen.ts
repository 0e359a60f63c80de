// What a screen is that pictures are taken of.
import type { User } from '../../src/shared/api/types.ts';
import type { Replies } from '../canned/reply.ts';
import type { Act } from './acts.ts';

export type View = 'light' | 'dark' | 'tablet' | 'wide' | 'narrow' | 'phone' | 'half' | 'zoom';

export interface Screen {
  name: string;
  at: string;
  /** Who is signed in. */
  as?: User;
  /** What is done before the picture is taken. */
  act?: Act;
  /** What the API answers to some calls, instead of the canned answers. */
  answers?: Replies;
  /** The whole page also where something was done. */
  full?: boolean;
  /** The only views. */
  views?: View[];
  /** The screen provokes errors by other means than its answers. */
  breaks?: boolean;
}
