import path from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { TaskThread, ThreadRefused } from '@palisade/nest-kit/task-thread';
import type { ListKind } from '@palisade/site-policy';
import type { ListContent } from './client-list-row.types.ts';
import type { TextFault } from './list-text-faults.ts';

/** Lines of entries, or what CrowdSec's local API answers. */
export type TextForm = 'lines' | 'decisions';

export interface TextQuestion {
  bytes: Uint8Array;
  form: TextForm;
  /** Kind of its entries. */
  holds: ListKind;
}

type ListTextCode = TextFault | 'busy';

export type TextAnswer = { content: ListContent } | { fault: TextFault };

/** Why nothing was made of a text. */
export class ListTextError extends Error {
  override readonly name = 'ListTextError';

  /** Stable. */
  readonly code: ListTextCode;

  constructor(code: ListTextCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

const LIMITS = { startMs: 60_000, answerMs: 30_000, waiting: 20, idleMs: 60_000, memoryMb: 256 };

/** Makes what edges take of what people write, in a thread of its own. */
@Injectable()
export class ListTextService implements OnModuleDestroy {
  private readonly thread = new TaskThread<TextQuestion, TextAnswer>(
    path.join(import.meta.dirname, `list-text-thread${path.extname(import.meta.filename)}`),
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
      if ('fault' in answer) throw new ListTextError(answer.fault);
      return answer.content;
    } catch (error) {
      if (!(error instanceof ThreadRefused)) throw error;
      throw new ListTextError(error.code === 'too_expensive' ? 'list_too_large' : 'busy', { cause: error });
    }
  }
}
