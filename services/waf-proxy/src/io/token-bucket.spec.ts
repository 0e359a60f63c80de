import { TokenBucket } from './token-bucket.ts';

it('gives a burst, then as many as time brings', () => {
  const bucket = new TokenBucket(3, 2, 0);
  expect(Array.from({ length: 5 }, () => bucket.take(0))).toEqual([true, true, true, false, false]);
  expect(bucket.take(499)).toBe(false);
  expect(bucket.take(500)).toBe(true);
  expect(bucket.take(500)).toBe(false);
  expect(Array.from({ length: 5 }, () => bucket.take(1_000_000))).toEqual([true, true, true, false, false]);
});

it('lets those in that have to pay afterwards, and asks for what is owed first', () => {
  const bucket = new TokenBucket(500, 100, 0);
  bucket.charge(500);
  expect(bucket.hasRoom(0)).toBe(false);
  expect(bucket.hasRoom(10)).toBe(true);
  bucket.charge(101);
  expect(bucket.hasRoom(20)).toBe(false);
  expect(bucket.hasRoom(1_000_000)).toBe(true);
  bucket.charge(499);
  expect(bucket.hasRoom(1_000_000)).toBe(true);
  bucket.charge(2);
  expect(bucket.hasRoom(1_000_000)).toBe(false);
});

it('can be filled, but not above its burst', () => {
  const bucket = new TokenBucket(2, 0, 0);
  bucket.add(10);
  expect([bucket.take(0), bucket.take(0), bucket.take(0)]).toEqual([true, true, false]);
  bucket.add(1);
  expect([bucket.take(0), bucket.take(0)]).toEqual([true, false]);
});

it('takes a clock that goes back for one that stands', () => {
  const bucket = new TokenBucket(1, 1, 10_000);
  expect(bucket.take(10_000)).toBe(true);
  expect(bucket.take(5_000)).toBe(false);
  expect(bucket.take(6_000)).toBe(true);
});

it('pays no stretch of time twice where the clock goes back a little and on again', () => {
  const bucket = new TokenBucket(10, 1, 100_000);
  for (let taken = 0; taken < 10; taken++) bucket.take(100_000);
  for (let swing = 0; swing < 5; swing++)
    expect([bucket.take(95_000), bucket.take(100_000)]).toEqual([false, false]);
  expect([bucket.take(100_999), bucket.take(101_000), bucket.take(101_000)]).toEqual([false, true, false]);
});
