export { timedJob } from './job-metrics.ts';
export { JobQueues } from './job-queues.ts';
export { addInTrace } from './job-traces.ts';
export { JobsModule, RepeatedJobRunner, type RepeatedWork } from './jobs.module.ts';
export { type RepeatedJob, RepeatedJobs, type RepeatedJobsOptions } from './repeated-jobs.ts';
