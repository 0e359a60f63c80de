import { invoiceIssuer } from './invoice-issuer.ts';

const COMPANY = {
  PALISADE_COMPANY_NAME: 'Fence Ltd',
  PALISADE_COMPANY_ADDRESS: ['1 Row', 'Wilmington'],
  PALISADE_COMPANY_REGISTER: ['VAT DE 123'],
};

describe('who issues an invoice', () => {
  it('is the company with its numbers', () => {
    expect(invoiceIssuer(COMPANY)).toEqual(['Fence Ltd', '1 Row', 'Wilmington', 'VAT DE 123']);
  });

  it('is what was set for invoices, before the company', () => {
    expect(invoiceIssuer({ ...COMPANY, PALISADE_INVOICE_ISSUER: 'Books Ltd|2 Row' })).toEqual([
      'Books Ltd',
      '2 Row',
    ]);
  });

  it('is the product where nobody is named', () => {
    expect(invoiceIssuer({ PALISADE_COMPANY_ADDRESS: ['1 Row'] })).toEqual(['Palisade']);
  });
});
