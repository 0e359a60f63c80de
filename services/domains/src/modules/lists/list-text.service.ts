import path from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ListKind } from '@palisade/site-policy';
import { JudgeThread, ThreadRefused } from '@palisade/waf-proxy/judge';
import type { ListContent } from './client-list-row.types.ts';

/** Lines of entries, or what CrowdSec's local API answers. */
export type TextForm = 'lines' | 'decisions';

export interface TextQuestion {
  bytes: Uint8Array;
  form: TextForm;
  /** What its entries are. */
  holds: ListKind;
}

export type TextAnswer = { content: ListContent } | { refusal: string };

/** Why nothing was made of a text. */
export class ListTextError extends Error {
  override readonly name = 'ListTextError';

  /** Stable. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

const LIMITS = { startMs: 60_000, answerMs: 30_000, waiting: 20, idleMs: 60_000, memoryMb: 256 };
const { filename, dirname } = import.meta;

/** Makes what edges take of what people write, in a thread of its own. */
@Injectable()
export class ListTextService implements OnModuleDestroy {
  private readonly thread = new JudgeThread<TextQuestion, TextAnswer>(
    path.join(dirname, `list-text-thread${path.extname(filename)}`),
    LIMITS,
  );

  onModuleDestroy(): Promise<void> {
    return this.thread.close();
  }

  /** @param asker one text of whom is read at a time. @throws ListTextError */
  async read(
    asker: string,
    bytes: Uint8Array,
    { holds, form = 'lines' }: { holds: ListKind; form?: TextForm },
  ): Promise<ListContent> {
    try {
      const answer = await this.thread.ask(asker, { bytes, form, holds });
      if ('refusal' in answer) throw new ListTextError(answer.refusal);
      return answer.content;
    } catch (error) {
      if (!(error instanceof ThreadRefused)) throw error;
      throw new ListTextError(error.code === 'too_dear' ? 'list_too_large' : 'busy', { cause: error });
    }
  }
}
