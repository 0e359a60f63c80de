// Before the policy's schemas are made: how zod may check them in a browser.
import '../../shared/lib/zod.ts';

export * from '@palisade/site-policy';
