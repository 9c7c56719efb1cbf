import { expect, test } from 'vitest';

import type { Figure } from '../../shared/features/monitoring/model.ts';
import { prometheusText } from '../../shared/features/monitoring/text.ts';
import { figuresIn } from './prometheus-reader.ts';

const FIGURES: readonly Figure[] = [
  { name: 'benchtop_signed_in', help: 'Whether, or\nnot \\ so.', samples: [{ labels: {}, value: 1 }] },
  {
    name: 'benchtop_mirror_waiting',
    help: 'Waits.',
    samples: [
      { labels: { mirror: 'm1', folder: 'Lab/"A\\B"\nC, d="e"}' }, value: 12 },
      { labels: { mirror: 'm2', folder: '' }, value: 0.5 },
    ],
  },
  { name: 'benchtop_key_end_seconds', help: 'Nobody knows.', samples: [] },
];

test('what is written for Prometheus reads back as it was, whatever a folder is called', () => {
  const text = prometheusText(FIGURES);
  expect(text.endsWith('\n')).toBe(true);
  expect(figuresIn(text)).toEqual(FIGURES);
});

test('a reader of the format refuses what is none', () => {
  expect(() => figuresIn('benchtop_x{a="b} 1\n')).toThrow('line 1');
  expect(() => figuresIn('benchtop x 1\n')).toThrow('line 1');
});
