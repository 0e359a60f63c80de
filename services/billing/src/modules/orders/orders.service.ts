import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, newId, type OrderId, orderBehind, type UserId } from '@palisade/nest-kit';
import { Brackets, type DataSource, type FindOptionsWhere, ILike, In, IsNull } from 'typeorm';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import { AUTH, type AuthClient } from '../../connections/connections.module.ts';
import { Order } from '../order-store/order.entity.ts';
import { orderNotFound, orderOfOtherAddress, pageStartUnknown } from '../order-store/order.errors.ts';
import {
  type AdminOrdersQuery,
  type OrderCreate,
  type OrderSort,
  type OrderView,
  toOrderView,
} from '../order-store/order.schema.ts';
import { OrderNumbersService } from '../order-store/order-numbers.service.ts';
import { columnsOf, HELD_BY_PAYPAL } from '../order-store/order-states.rules.ts';
import { type BillingPeriod, type Plan, priceOf } from '../plans/plan.entity.ts';
import { PlansService } from '../plans/plans.service.ts';
import { SettlementService } from '../settlement/settlement.service.ts';

/** The buyer: a member, or a guest with an e-mail address. */
export type Buyer = { userId: UserId } | { email: string; name: string | null };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Column by property. */
const BY_DATE = { createdAt: 'created_at', id: 'id' } as const;
const SORTED_BY = {
  created_at: BY_DATE,
  amount: { amountCents: 'amount_cents', ...BY_DATE },
  status: { status: 'status', ...BY_DATE },
} as const satisfies Record<OrderSort, Partial<Record<keyof Order, string>>>;

/** The columns that are searched, joined by OR. */
function placesOf(search: string, userIds: readonly string[]): FindOptionsWhere<Order>[] {
  const part = ILike(`%${search.replace(/[\\%_]/g, '\\$&')}%`);
  return [
    ...(userIds.length === 0 ? [] : [{ userId: In([...userIds]) }]),
    ...(search === ''
      ? []
      : [
          { orderNumber: part },
          { guestEmail: part },
          { paypalOrderId: search },
          { paypalCaptureId: search },
          { paypalAgreementId: search },
        ]),
    ...(UUID.test(search) ? [{ id: search as OrderId }] : []),
  ];
}

@Injectable()
export class OrdersService {
  private readonly logger = new Logger(OrdersService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly plans: PlansService,
    private readonly numbers: OrderNumbersService,
    private readonly settlement: SettlementService,
    @Inject(AUTH) private readonly auth: AuthClient,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  async mine(userId: UserId): Promise<OrderView[]> {
    const orders = await this.dataSource.manager.find(Order, {
      where: { userId },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: 500,
    });
    return orders.map(toOrderView);
  }

  /**
   * One page of all orders; with a search, those that match it or belong to one of the users. A page begins after the
   * last row of the previous one, so that every page takes the same time, and new orders shift nothing.
   * @throws DomainError `page_start_unknown`
   */
  async all({ after, limit, search = '', user_ids, sort, order: direction }: AdminOrdersQuery) {
    const { manager } = this.dataSource;
    const where = search === '' && user_ids.length === 0 ? {} : placesOf(search, user_ids);
    const page = manager
      .createQueryBuilder(Order, 'o')
      .where(new Brackets((fitting) => fitting.where(where)))
      .limit(limit);
    orderBehind(page, { table: 'orders', columns: SORTED_BY[sort], direction, after });
    const [orders, total] = await Promise.all([page.getMany(), manager.count(Order, { where })]);
    if (orders.length === 0 && after !== undefined && !(await manager.existsBy(Order, { id: after })))
      throw pageStartUnknown();
    const emails = await this.emailsOf(orders.flatMap(({ userId }) => userId ?? []));
    const views = orders.map((order) => ({
      ...toOrderView(order),
      user_id: order.userId,
      guest_email: order.guestEmail,
      buyer_email: order.guestEmail ?? (order.userId && emails.get(order.userId)) ?? null,
      failure: order.failure,
    }));
    return { orders: views, total };
  }

  /** If auth does not answer, the list has no addresses: orders are inspected when something is wrong. */
  private async emailsOf(userIds: readonly UserId[]): Promise<ReadonlyMap<string, string>> {
    if (userIds.length === 0) return new Map();
    try {
      const { users } = await this.auth.getUsers({ ids: [...new Set(userIds)] });
      return new Map(users.map(({ id, email }) => [id, email]));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warn({ err: error }, 'reading addresses of buyers from the auth service failed');
      return new Map();
    }
  }

  /**
   * Creates an order without a payment at PayPal. It stays pending, except in the demo profile, where everything is
   * free.
   * @throws DomainError `plan_not_found`, `plan_is_free`
   */
  async create(userId: UserId, input: OrderCreate): Promise<OrderView> {
    const order = await this.open(
      { userId },
      await this.plans.choosePaid(input.plan_id),
      input.billing_period,
    );
    return toOrderView(
      this.config.PALISADE_PROFILE === 'standalone' ? await this.settlement.complete(order.id, null) : order,
    );
  }

  /** Refuses a second payment while PayPal may still take the first. @throws DomainError `payment_under_review` */
  async refuseWhileUnderReview(buyer: Buyer): Promise<void> {
    const order = await this.dataSource.manager.findOneBy(Order, {
      status: 'pending',
      failure: In(HELD_BY_PAYPAL),
      ...('userId' in buyer
        ? { userId: buyer.userId }
        : { userId: IsNull(), guestEmail: buyer.email.toLowerCase() }),
    });
    if (order === null) return;
    // Anybody can enter a guest's address, so its orders are not named.
    const payment = 'userId' in buyer ? `your payment of order ${order.orderNumber}` : 'an earlier payment';
    throw new DomainError(
      'conflict',
      'payment_under_review',
      `PayPal is still checking ${payment}. Your plan becomes active as soon as it is confirmed. You do not need to pay again.`,
    );
  }

  /** Creates a pending order. We set the amount, never the client. */
  async open(buyer: Buyer, plan: Plan, period: BillingPeriod): Promise<Order> {
    const order = Object.assign(new Order(), {
      id: newId<OrderId>(),
      orderNumber: await this.numbers.next(this.dataSource.manager),
      userId: 'userId' in buyer ? buyer.userId : null,
      guestEmail: 'email' in buyer ? buyer.email.toLowerCase() : null,
      guestName: 'email' in buyer ? buyer.name : null,
      claimTokenHash: null,
      planId: plan.id,
      planSlug: plan.slug,
      billingPeriod: period,
      amountCents: priceOf(plan, period),
      currency: this.config.PALISADE_CURRENCY,
      paymentMethod: 'paypal',
      ...columnsOf('open'),
      paypalOrderId: null,
      paypalCaptureId: null,
      paypalAgreementId: null,
      createdAt: new Date(),
      paidAt: null,
      activatedAt: null,
      refundedAt: null,
      refundedCents: 0,
      checkedAt: null,
    });
    await this.dataSource.manager.insert(Order, order);
    return order;
  }

  /**
   * Assigns a paid guest order to the caller, if the token from its capture is given and the address is the same.
   * @throws DomainError `order_not_found`, `order_of_other_address`: the token belongs to another account
   */
  async claimByToken(userId: UserId, token: string): Promise<OrderView> {
    const order = await this.dataSource.manager.findOneBy(Order, { claimTokenHash: hashToken(token) });
    const { users } = await this.auth.getUsers({ ids: [userId] });
    if (order === null) throw orderNotFound();
    if (users[0]?.email.toLowerCase() !== order.guestEmail) throw orderOfOtherAddress();
    const isClaimed = await this.dataSource.transaction((manager) =>
      this.settlement.claim(manager, order.id, userId, 'token'),
    );
    if (!isClaimed) throw orderNotFound();
    return toOrderView(await this.dataSource.manager.findOneByOrFail(Order, { id: order.id }));
  }

  /**
   * Applies the caller's payment that waits for consent.
   * @throws DomainError `order_not_found`, also where it does not wait
   */
  async use(userId: UserId, id: OrderId): Promise<OrderView> {
    if (!(await this.dataSource.manager.existsBy(Order, { id, userId }))) throw orderNotFound();
    if (!(await this.settlement.use(id, userId))) throw orderNotFound();
    return toOrderView(await this.dataSource.manager.findOneByOrFail(Order, { id }));
  }

  /** Assigns all payments under an address that the user has confirmed. */
  async claimByEmail(userId: UserId, email: string): Promise<void> {
    const orders = await this.dataSource.manager.find(Order, {
      where: { guestEmail: email.toLowerCase(), userId: IsNull(), status: 'completed' },
      order: { createdAt: 'ASC' },
    });
    for (const order of orders) {
      await this.dataSource.transaction((manager) =>
        this.settlement.claim(manager, order.id, userId, 'address'),
      );
    }
  }
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
