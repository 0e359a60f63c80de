export { timedJob } from './job-metrics.ts';
export { addInTrace } from './job-traces.ts';
export { type RepeatedJob, RepeatedJobs, type RepeatedJobsOptions } from './repeated-jobs.ts';
