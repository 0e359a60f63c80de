// The thread that draws reports, so that nobody who looks at logs waits for it.
import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from '@palisade/nest-kit/task-thread';
import { reportPdf } from './report-document.ts';
import type { ReportBrand, ReportFigures } from './report-figures.types.ts';

export interface ReportOrder {
  figures: ReportFigures;
  brand: ReportBrand;
}

/** What went wrong is said: the next order is not to wait for a new thread. */
export type DrawnReport = { pdf: Uint8Array } | { error: string };

parentPort!.on('message', ({ figures, brand }: ReportOrder) => {
  reportPdf(figures, brand).then(
    (pdf) => parentPort!.postMessage({ pdf } satisfies DrawnReport),
    (error: unknown) => {
      const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parentPort!.postMessage({ error: told } satisfies DrawnReport);
    },
  );
});

parentPort!.postMessage(THREAD_READY);
