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

  /** Lines with placeholders for entitlements; see plan-lines.ts. */
  @Column('jsonb')
  features!: string[];

  /** Offered to new customers. */
  @Column('boolean')
  isActive!: boolean;

  @Column('jsonb')
  entitlements!: Entitlements;
}

/** The plan of users without another one. */
export const FREE_PLAN_ID = 1;

export type BillingPeriod = 'monthly' | 'yearly';

/** A year costs ten months, rounded down to whole units; prices below one unit stay. */
export function priceOf({ priceCents }: Pick<Plan, 'priceCents'>, period: BillingPeriod): number {
  if (period === 'monthly') return priceCents;
  const tenMonths = priceCents * 10;
  return tenMonths < 100 ? tenMonths : tenMonths - (tenMonths % 100);
}
