import { FileDown } from 'lucide-react';
import { useListInvoicesQuery } from '../../../entities/plan/billing-api.ts';
import { useDownload } from '../../../entities/session/use-download.ts';
import { formatDate, formatMoney } from '../../../shared/lib/format.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyLine } from '../../../shared/ui/empty-state.tsx';
import { useFirstRows } from '../../../shared/ui/first-rows.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { figures, Table, Td } from '../../../shared/ui/table.tsx';

/** Payments and refunds, each with its document. */
export function InvoicesCard() {
  const query = useListInvoicesQuery();
  const { download, busy } = useDownload();
  const { shown, more } = useFirstRows(query.data);
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Invoices" />
      <QueryState query={query} failure="Failed to load invoices">
        {query.data?.length === 0 && (
          <EmptyLine>No invoices yet. Each payment creates one, as a PDF.</EmptyLine>
        )}
        {shown.length > 0 && (
          <Table label="Invoices" columns={['Invoice', 'For', 'Date', figures('Amount'), figures('PDF')]}>
            <tbody>
              {shown.map((invoice) => (
                <tr key={invoice.id} className="last:[&>td]:border-b-0">
                  <Td className="font-mono text-[0.8125rem] whitespace-nowrap">{invoice.number}</Td>
                  <Td>
                    {invoice.description}
                    {invoice.kind === 'credit_note' && (
                      <Badge tone="info" className="ml-2">
                        Refund
                      </Badge>
                    )}
                  </Td>
                  <Td className="whitespace-nowrap">{formatDate(invoice.issued_at)}</Td>
                  <Td atEnd>{formatMoney(invoice.amount, invoice.currency)}</Td>
                  <Td atEnd className="py-1.5 md:w-16">
                    <Button
                      size="icon"
                      variant="ghost"
                      className="-mr-2.5"
                      disabled={busy}
                      aria-label={`Download ${invoice.number}`}
                      icon={<FileDown className="size-4" />}
                      onClick={() =>
                        download(
                          `/api/invoices/${invoice.id}/pdf`,
                          `${invoice.number}.pdf`,
                          'Failed to download the invoice',
                        )
                      }
                    />
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {more}
      </QueryState>
    </Card>
  );
}
