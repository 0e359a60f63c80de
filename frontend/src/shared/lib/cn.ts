import { type ClassValue, clsx } from 'clsx';
import { mergeClasses } from './class-groups.ts';

/** Joins class names; a later utility wins over an earlier one of the same kind. */
export function cn(...values: ClassValue[]): string {
  return mergeClasses(clsx(values));
}
