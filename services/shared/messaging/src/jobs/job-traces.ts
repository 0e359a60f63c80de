import {
  currentTraceparent,
  inNewTrace,
  inSpan,
  inSpanOf,
  type NewSpan,
  type OpenSpan,
} from '@palisade/nest-kit';
import type { JobsOptions } from 'bullmq';

/** As much of a BullMQ job as its trace needs. */
export interface TracedJob {
  readonly name: string;
  readonly opts?: Pick<JobsOptions, 'telemetry'>;
}

const spanOf = (
  kind: 'producer' | 'consumer',
  operation: 'send' | 'process',
  queue: string,
  task: string,
): NewSpan => ({
  kind,
  name: `${operation} ${queue}`,
  attributes: {
    'messaging.system': 'bullmq',
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.destination.name': queue,
    'palisade.job.name': task,
  },
});

/** Adds a job that goes on with the trace in which it is asked for. */
export function addInTrace<T>(
  queue: string,
  task: string,
  options: JobsOptions,
  add: (options: JobsOptions) => Promise<T>,
): Promise<T> {
  return inSpan(spanOf('producer', 'send', queue, task), () => {
    const metadata = currentTraceparent();
    return add(metadata === undefined ? options : { ...options, telemetry: { metadata } });
  });
}

/** Does a job in the trace that asked for it; one that its schedule asks for begins its own. */
export function workInTrace<T>(
  queue: string,
  job: TracedJob,
  work: (span: OpenSpan | null) => Promise<T>,
): Promise<T> {
  const span = spanOf('consumer', 'process', queue, job.name);
  const traceparent = job.opts?.telemetry?.metadata;
  return traceparent === undefined ? inNewTrace(span, work) : inSpanOf(traceparent, span, work);
}
