import type { Entitlements } from '@palisade/entitlements';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('plans')
export class Plan {
  @PrimaryColumn('integer')
  id!: number;

  @Column('text')
  slug!: string;

  @Column('text')
  name!: string;

  /** Per month. */
  @Column('integer')
  priceCents!: number;

  @Column('text')
  description!: string;

  /** Lines, with placeholders for what states a limit; see plan-lines.ts. */
  @Column('jsonb')
  features!: string[];

  /** Offered to new customers. */
  @Column('boolean')
  isActive!: boolean;

  @Column('jsonb')
  entitlements!: Entitlements;
}

/** What users have who have no other. */
export const FREE_PLAN_ID = 1;

export type BillingPeriod = 'monthly' | 'yearly';

/** A year costs ten months, without the cents; less than one unit stays what it is. */
export function priceOf({ priceCents }: Pick<Plan, 'priceCents'>, period: BillingPeriod): number {
  if (period === 'monthly') return priceCents;
  const tenMonths = priceCents * 10;
  return tenMonths < 100 ? tenMonths : tenMonths - (tenMonths % 100);
}
