import { HOUR_MS } from '@palisade/basics';
import { newRequestId } from '../../request/request-id.ts';
import { ReportTickets } from './report-tickets.ts';

const NOW = 1_790_000_000_000;
const tickets = new ReportTickets(Buffer.alloc(32, 1));
const refused = { siteId: 'site-1', client: '192.0.2.1', requestId: newRequestId(NOW) };
const ticket = tickets.issue(refused);

describe('a ticket for a report', () => {
  it('names the refused request, to the client and on the site that it was given', () => {
    expect(tickets.read(ticket, refused, NOW + HOUR_MS)).toBe(refused.requestId);
    expect(new ReportTickets(Buffer.alloc(32, 1)).read(ticket, refused, NOW)).toBe(refused.requestId);
    expect(ticket).toMatch(/^[0-9A-Za-z._-]+$/);
  });

  it.each([
    ['of another site', ticket, { ...refused, siteId: 'site-2' }, NOW],
    ['of another client', ticket, { ...refused, client: '192.0.2.2' }, NOW],
    ['of the day before', ticket, refused, NOW + 25 * HOUR_MS],
    ['of a time that has not come', ticket, refused, NOW - HOUR_MS],
    ['of another installation', new ReportTickets(Buffer.alloc(32, 2)).issue(refused), refused, NOW],
    ['with another id', ticket.replace(/^./, (first) => (first === '0' ? '1' : '0')), refused, NOW],
    ['of a made-up form', `${refused.requestId}.`, refused, NOW],
    ['that is empty', '', refused, NOW],
  ])('is worth nothing %s', (_, text, whose, nowMs) => {
    expect(tickets.read(text, whose, nowMs)).toBeNull();
  });
});
