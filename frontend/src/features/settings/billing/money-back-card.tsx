import { paymentOutcome } from '../../../entities/page/paths.ts';
import { guaranteeEnds } from '../../../entities/plan/within-guarantee.ts';
import type { Order } from '../../../shared/api/openapi.gen.ts';
import { formatDate } from '../../../shared/lib/format.ts';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';

/** While the guarantee holds: where the terms say that it is. How much comes back stands with the order. */
export function MoneyBackCard({ order }: { order: Order }) {
  return (
    <Card>
      <CardHeader
        title="Money-back guarantee"
        description={`Until ${formatDate(guaranteeEnds(order))} you can have this payment refunded, once per account. No questions asked.`}
      />
      <CardBody>
        <p className="text-sm text-ink-muted">Order {order.order_number}</p>
        <ButtonLink variant="secondary" className="mt-4" to={paymentOutcome(order.id)}>
          Get my money back
        </ButtonLink>
      </CardBody>
    </Card>
  );
}
