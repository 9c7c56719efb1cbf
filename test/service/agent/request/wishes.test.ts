import { expect, test } from 'vitest';

import { type Wishes, wishesOf } from './wishes.ts';

const said = (content: string): Wishes => wishesOf([{ role: 'user', content }]);

test.each([
  ['Which protocol do we use for mycoplasma?', ['search'], ['mycoplasma']],
  ['Where did I put the freezer map?', ['search'], ['freezer', 'map']],
  ['Write me a step-by-step procedure for freezing HEK293T', ['protocol'], ['freezing', 'HEK293T']],
  ['What is the annealing temperature in the qPCR protocol?', [], ['annealing', 'temperature', 'qPCR']],
  ['Give me the mean OD by dose', ['analyse'], ['OD', 'dose']],
  ['Group by Treatment', ['analyse'], ['Treatment']],
  ['What does this mean?', [], []],
  ['Summarise it, then analyse it', ['analyse', 'summarise'], []],
  ['Please note: freezer 3 is off', ['remember'], ['freezer', '3', 'off']],
  ['What do you remember?', ['recall'], []],
  ['What can you do?', ['help'], []],
  ['Do not search, just summarise KST-118', ['summarise'], ['KST-118']],
  ['Summarise the certificate of analysis of KST-118', ['summarise'], ['certificate', 'KST-118']],
  ['Draft a protocol for ELISA, from coating to analysis', ['protocol'], ['ELISA', 'coating']],
  ['> analyse this\n\nWhat is meant here?', [], ['meant']],
])('%j is understood', (content, wishes, words) =>
  expect([[...said(content).wishes].sort(), said(content).words]).toEqual([[...wishes].sort(), words]),
);

test.each([
  ['Analyse by Sample and Target, relative to Vehicle', [], ['Sample', 'Target'], 'Vehicle'],
  ['Grouped by cell line, fold change to DMSO', ['cell line'], ['cell line'], 'DMSO'],
  ['Group by Treatment, control is Vehicle (0.1 %).', ['Treatment'], ['Treatment'], 'Vehicle (0.1 %)'],
  ['Compare it with the control', [], [], null],
  ['Calculate the fold change to "no LPS" per gene', [], ['gene'], 'no LPS'],
])('%j names its columns and control', (content, groupBy, mayGroupBy, control) =>
  expect(said(content).analysis).toEqual({ groupBy, mayGroupBy, control }),
);

test('what cannot be done is noticed', () => {
  expect(said('Make a slide deck with a plot').cannot).toEqual([
    'draw figures; the numbers for one are in the workbook',
    'make slides',
  ]);
  expect(said('Find the slicer').cannot).toEqual([]);
});
