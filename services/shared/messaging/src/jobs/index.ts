export { type RepeatedJob, RepeatedJobs, type RepeatedJobsOptions } from './repeated-jobs.ts';
