import { expect, test } from 'vitest';

import { finding, median, memoryFinding, quantile } from './findings.ts';

test('the ratio is that of the medians, and one slow round changes no verdict', () => {
  const peer = { name: 'find', samples: [100, 100, 5000] };
  const found = finding({ what: 'a look', unit: 'ms', ours: [90, 9000, 110], peer, target: { atMost: 1.2 } });
  expect(found).toEqual({
    what: 'a look',
    unit: 'ms',
    ours: { median: 110, samples: [90, 9000, 110] },
    peer: { name: 'find', median: 100, samples: [100, 100, 5000] },
    ratio: 1.1,
    target: { atMost: 1.2 },
    verdict: 'reached',
    notes: [],
  });
});

test.each([
  ['a rate below what was asked for is missed', { atLeast: 1.5 }, 140, 'missed'],
  ['a rate that is just what was asked for is reached', { atLeast: 1.5 }, 150, 'reached'],
  ['a time above the limit is missed', { atMost: 1.2 }, 121, 'missed'],
] as const)('%s', (_, target, ours, expected) => {
  const peer = { name: '', samples: [100] };
  expect(finding({ what: '', unit: '', ours: [ours], peer, target }).verdict).toBe(expected);
});

test('without a peer the target limits our own figure, and without a target there is nothing to reach', () => {
  expect(finding({ what: '', unit: 'MB', ours: [111], target: { atMost: 110 } }).verdict).toBe('missed');
  expect(finding({ what: '', unit: 'MB', ours: [111] }).verdict).toBe('for information');
});

test('the median of an even number of samples lies between the two in the middle', () => {
  expect([median([4, 1, 3, 2]), quantile([0, 10], 0.95), quantile([7], 0.99)]).toEqual([2.5, 9.5, 7]);
  expect(() => median([])).toThrow('no median');
});

test('of memory the round that took most counts, and where nobody tells it nothing is claimed', () => {
  const target = { atMost: 110 };
  expect(memoryFinding({ what: '', ours: [90, 120, 90], target })).toMatchObject({
    ours: { median: 120 },
    verdict: 'missed',
    notes: ['in each round: 90 MB, 120 MB, 90 MB'],
  });
  expect(memoryFinding({ what: '', ours: [0, 0], target })).toMatchObject({ verdict: 'not measured' });
});
