export { timedJob } from './job-metrics.ts';
export { type RepeatedJob, RepeatedJobs, type RepeatedJobsOptions } from './repeated-jobs.ts';
