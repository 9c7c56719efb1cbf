import { figure, type Export, written } from './export.ts';

const PEAKS = ['Caffeine', 'Theobromine', 'Theophylline', 'Paraxanthine', 'Uric acid'];
const peaks = (decimal: '.' | ',') =>
  PEAKS.map((name, at) => [
    String(at + 1),
    figure(at, [0.8, 12.5], 3, decimal),
    name,
    figure(at + 3, [900, 250000], 2, decimal),
    figure(at + 5, [10, 1900], 2, decimal),
    figure(at + 7, [1, 60], 2, decimal),
  ]);
const trace = (points: number, decimal: '.' | ',') =>
  Array.from({ length: points }, (_, at) => [
    (at * 0.0167).toFixed(4).replace('.', decimal),
    figure(at, [-0.5, 420], 3, decimal),
  ]);

/** Exports of chromatography and mass spectrometry software. */
export const chromatography: readonly Export[] = [
  written({
    name: 'peak-table.csv',
    separator: ',',
    before: [
      'Sample Name: QC 3',
      'Acq. Instrument: HPLC 1',
      'Injection Date: 18-Nov-26 14:22:10',
      'Method: xanthines.M',
      '',
    ],
    header: ['Peak', 'RT [min]', 'Name', 'Area', 'Height', 'Area %'],
    rows: peaks('.'),
  }),
  written({
    name: 'peak-table-comma.csv',
    separator: ';',
    decimal: ',',
    encoding: 'windows-1252',
    before: ['Probenname: QK 3', 'Gerät: HPLC 1', 'Injektion: 18.11.2026 14:22:10', 'Fläche in mAU·s', ''],
    header: ['Nr.', 'RT [min]', 'Name', 'Fläche', 'Höhe', 'Fläche %'],
    rows: peaks(','),
  }),
  written({
    name: 'peak-table-tab.tsv',
    separator: '\t',
    encoding: 'utf-16le',
    header: ['No.', 'Ret.Time', 'Peak Name', 'Area', 'Height', 'Rel.Area'],
    rows: peaks('.'),
  }),
  written({ name: 'trace.csv', separator: ',', header: ['Time (min)', 'Signal (mAU)'], rows: trace(200, '.') }),
  written({
    name: 'trace-comma.csv',
    separator: ';',
    decimal: ',',
    header: ['Zeit (min)', 'Signal (mAU)'],
    rows: trace(200, ','),
  }),
  written({ name: 'trace-tab-comma.tsv', separator: '\t', decimal: ',', header: null, rows: trace(120, ',') }),
  written({ name: 'trace-without-names.csv', separator: ',', header: null, rows: trace(120, '.') }),
  written({
    name: 'trace-with-facts.tsv',
    separator: '\t',
    before: ['Data File Version:\t3', 'Channel:\tUV_VIS_1', 'Wavelength [nm]:\t254', 'Signal Unit:\tmAU', ''],
    header: ['Time (min)', 'Step (s)', 'Value (mAU)'],
    rows: trace(100, '.').map(([time = '', value = '']) => [time, '1.00', value]),
  }),
  written({
    name: 'trace-with-facts-comma.tsv',
    separator: '\t',
    decimal: ',',
    encoding: 'windows-1252',
    before: ['Kanal:\tUV_VIS_1', 'Wellenlänge:\t254 nm', 'Temperatur:\t30 °C', ''],
    header: ['Zeit (min)', 'Schritt (s)', 'Wert (mAU)'],
    rows: trace(100, ',').map(([time = '', value = '']) => [time, '1,00', value]),
  }),
  written({
    name: 'mass-list.csv',
    separator: ',',
    before: [
      'SPECTRUM - MS',
      'run_17.raw',
      'ITMS + c ESI Full ms [150.00-2000.00]',
      'Scan #: 412',
      'RT: 6.81',
      'Data points: 60',
    ],
    header: ['m/z', 'Intensity', 'Relative'],
    rows: Array.from({ length: 60 }, (_, at) => [
      (150 + at * 7.0312).toFixed(4),
      figure(at, [10, 1e6], 1),
      figure(at, [0, 100], 2),
    ]),
  }),
  written({
    name: 'mass-list-e-numbers.csv',
    separator: ';',
    header: ['m/z', 'Intensity'],
    rows: Array.from({ length: 20 }, (_, at) => [
      (150 + at * 7.0312).toFixed(4),
      Number(figure(at, [1000, 9e6], 0)).toExponential(3),
    ]),
  }),
  written({
    name: 'compounds-with-commas.csv',
    separator: ',',
    header: ['Compound', 'RT', 'Amount'],
    rows: [
      ['1,3,7-trimethylxanthine', '4.21', '12.1'],
      ['2,4-dinitrophenol', '6.70', '0.9'],
      ['N,N-dimethylformamide', '1.92', '3.3'],
      ['5"-deoxyadenosine', '3.31', '0.2'],
    ],
  }),
  written({
    name: 'sequence-list.csv',
    separator: ',',
    quotes: 'words',
    header: ['Line', 'Vial', 'Sample', 'Method', 'Inj Vol'],
    rows: Array.from({ length: 24 }, (_, at) => [
      String(at + 1),
      `P1-A${at + 1}`,
      at % 6 === 0 ? 'Blank' : `Sample ${at}`,
      'xanthines.M',
      '5',
    ]),
  }),
  written({
    name: 'calibration.csv',
    separator: ';',
    decimal: ',',
    tells: true,
    encoding: 'utf-8 with mark',
    header: ['Niveau', 'Concentration (µg/mL)', 'Aire', 'Écart (%)'],
    rows: Array.from({ length: 6 }, (_, at) => [
      `N${at + 1}`,
      figure(at, [0.1, 50], 2, ','),
      figure(at, [900, 99999], 1, ','),
      figure(at, [-4, 4], 1, ','),
    ]),
  }),
  written({
    name: 'negative-baseline.csv',
    separator: ';',
    decimal: ',',
    header: null,
    rows: Array.from({ length: 50 }, (_, at) => [figure(at, [0, 10], 3, ','), figure(at, [-3, -0.1], 3, ',')]),
  }),
];
