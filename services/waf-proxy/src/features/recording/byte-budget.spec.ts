import { ByteBudget } from './byte-budget.ts';

it('gives so many bytes a second, and a burst after a pause', () => {
  const budget = new ByteBudget(100, 0);
  budget.spend(500);
  expect(budget.hasRoom(0)).toBe(false);
  expect(budget.hasRoom(10)).toBe(true);
  budget.spend(101);
  expect(budget.hasRoom(20)).toBe(false);
  expect(budget.hasRoom(1_000_000)).toBe(true);
  budget.spend(499);
  expect(budget.hasRoom(1_000_000)).toBe(true);
  budget.spend(2);
  expect(budget.hasRoom(1_000_000)).toBe(false);
});
