// Before the policy's schemas are made: how zod may check them in a browser.
import './zod.ts';

export * from '@palisade/site-policy';
