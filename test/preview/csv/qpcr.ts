import { figure, type Export, wells, written } from './export.ts';

const TARGETS = ['GAPDH', 'ACTB', 'IL6', 'TNF'];
const ct = (at: number, decimal: '.' | ',' = '.'): string =>
  at % 11 === 10 ? 'Undetermined' : figure(at, [14, 36], 3, decimal);

const results = (decimal: '.' | ',') =>
  wells(48).map((well, at) => [
    String(at + 1),
    well,
    `Sample ${(at % 6) + 1}`,
    TARGETS[at % 4] ?? '',
    at % 7 === 0 ? 'NTC' : 'UNKNOWN',
    ct(at, decimal),
    figure(at + 100, [14, 36], 3, decimal),
    figure(at + 200, [0.01, 0.4], 4, decimal),
  ]);
const RESULTS = ['Well', 'Well Position', 'Sample Name', 'Target Name', 'Task', 'CT', 'Ct Mean', 'Ct SD'];

/** Exports of real-time PCR software. */
export const qpcr: readonly Export[] = [
  written({
    name: 'results-with-block.csv',
    separator: ',',
    before: [
      '* Block Type = 96-Well 0.2-mL Block',
      '* Chemistry = SYBR_GREEN',
      '* Experiment File Name = C:\\Runs\\2026-11-18 IL6.eds',
      '* Experiment Run End Time = 2026-11-18 16:04:11 PM CET',
      '* Instrument Type = Cycler 3',
      '* Passive Reference = ROX',
      '',
      '[Results]',
    ],
    header: RESULTS,
    rows: results('.'),
  }),
  written({
    name: 'results-with-block.tsv',
    separator: '\t',
    before: ['* Block Type = 384-Well Block', '* Calibration ROI is expired = No', '', '[Results]'],
    header: RESULTS,
    rows: results('.'),
  }),
  written({
    name: 'results-comma.csv',
    separator: ';',
    decimal: ',',

    header: RESULTS,
    rows: results(','),
  }),
  written({ name: 'results-all-quoted.csv', separator: ',', quotes: 'all', header: RESULTS, rows: results('.') }),
  written({
    name: 'results-words-quoted.csv',
    separator: ';',
    decimal: ',',
    quotes: 'words',
    header: RESULTS,
    rows: results(','),
  }),
  written({
    name: 'quantification-ct-wide-mark.csv',
    separator: ',',
    encoding: 'utf-8 with mark',
    header: ['', 'Well', 'Fluor', 'Target', 'Content', 'Sample', 'Cq', 'Starting Quantity (SQ)'],
    rows: wells(24, 2).map((well, at) => [
      '',
      well,
      'SYBR',
      TARGETS[at % 4] ?? '',
      'Unkn',
      `S${at}`,
      figure(at, [15, 35], 6),
      at % 2 === 0 ? 'NaN' : figure(at, [1, 9], 5),
    ]),
  }),
  written({
    name: 'amplification-per-cycle.csv',
    separator: ',',
    header: ['Cycle', ...wells(12)],
    rows: Array.from({ length: 40 }, (_, cycle) => [
      String(cycle + 1),
      ...wells(12).map((_well, at) => figure(cycle * 12 + at, [100, 5200], 4)),
    ]),
  }),
  written({
    name: 'amplification-per-cycle-comma.csv',
    separator: ';',
    decimal: ',',
    encoding: 'utf-16be',
    header: ['Zyklus', ...wells(6)],
    rows: Array.from({ length: 40 }, (_, cycle) => [
      String(cycle + 1),
      ...wells(6).map((_well, at) => figure(cycle * 6 + at, [100, 5200], 2, ',')),
    ]),
  }),
  written({
    name: 'melt-curve.tsv',
    separator: '\t',
    end: '\n',
    header: ['Temperature', 'A1', 'A2', 'A3'],
    rows: Array.from({ length: 61 }, (_, at) => [
      (65 + at * 0.5).toFixed(1),
      figure(at, [10, 900], 2),
      figure(at + 1, [10, 900], 2),
      figure(at + 2, [10, 900], 2),
    ]),
  }),
  written({
    name: 'standard-curve-e-numbers.csv',
    separator: ',',
    header: ['Target', 'Quantity', 'Cq', 'Efficiency'],
    rows: [
      ['GAPDH', '1.00E+06', '14.21', '98.7 %'],
      ['GAPDH', '1.00E+05', '17.60', '98.7 %'],
      ['GAPDH', '1.00E+04', '21.02', '98.7 %'],
      ['IL6', '2.50E-01', '33.90', '101.3 %'],
    ],
  }),
  written({
    name: 'sample-sheet-pipes.psv',
    separator: '|',
    end: '\n',
    header: ['well', 'sample', 'target', 'dilution'],
    rows: wells(12).map((well, at) => [well, `donor ${at}`, TARGETS[at % 4] ?? '', `1:${10 ** (at % 4)}`]),
  }),
  written({
    name: 'pipes-called-csv.csv',
    separator: '|',
    end: '\n',
    header: ['well', 'sample', 'cq'],
    rows: wells(12).map((well, at) => [well, `donor, ${at}`, figure(at, [14, 33], 2)]),
  }),
  written({
    name: 'notes-with-line-ends.csv',
    separator: ',',
    header: ['Well', 'Cq', 'Comment'],
    rows: [
      ['A1', '21.1', 'ok'],
      ['A2', '34.9', 'late,\nrepeat with 2x template'],
      ['A3', '20.8', 'a "clean" melt'],
      ['A4', '20.9', ''],
    ],
  }),
  written({
    name: 'undetermined-only-words.csv',
    separator: ';',
    header: ['Well', 'Target', 'Call'],
    rows: wells(10).map((well, at) => [well, TARGETS[at % 4] ?? '', at % 3 === 0 ? 'Undetermined' : 'Detected']),
  }),
  written({
    name: 'delta-delta.csv',
    separator: ';',
    decimal: ',',
    encoding: 'windows-1252',
    before: ['Auswertung ΔΔCq'.replaceAll('Δ', 'd'), 'Referenzgen: GAPDH', 'Prüfer: Ada Moreau', ''],
    header: ['Probe', 'dCq', 'ddCq', 'Faktor'],
    rows: ['Kontrolle', 'Dosis µ1', 'Dosis µ2', 'Dosis µ3'].map((name, at) => [
      name,
      figure(at, [2, 9], 2, ','),
      figure(at, [-3, 3], 2, ','),
      figure(at, [0, 8], 3, ','),
    ]),
  }),
  written({
    name: 'utf16-without-mark.csv',
    separator: ',',
    encoding: 'utf-16le without mark',
    header: ['Well', 'Cq'],
    rows: wells(24).map((well, at) => [well, figure(at, [14, 33], 2)]),
  }),
  written({
    name: 'blank-lines-at-end.csv',
    separator: ',',
    header: ['Well', 'Cq'],
    rows: wells(5).map((well, at) => [well, figure(at, [14, 33], 2)]),
    tail: '\r\n\r\n  \r\n',
  }),
  written({
    name: 'no-line-end-at-end.csv',
    separator: ',',
    endsWithLine: false,
    header: ['Well', 'Cq'],
    rows: wells(5).map((well, at) => [well, figure(at, [14, 33], 2)]),
  }),
];
