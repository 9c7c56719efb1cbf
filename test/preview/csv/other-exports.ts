import { figure, type Export, wells, written } from './export.ts';

/** Exports of balances, loggers, cytometers, freezers and people. */
export const others: readonly Export[] = [
  written({
    name: 'balance-log.csv',
    separator: ';',
    decimal: ',',
    header: ['Datum', 'Uhrzeit', 'Netto', 'Einheit'],
    rows: Array.from({ length: 15 }, (_, at) => [
      '18.11.2026',
      `14:0${at % 10}:11`,
      figure(at, [0.5, 12], 4, ','),
      'g',
    ]),
  }),
  written({
    name: 'temperature-logger.csv',
    separator: ',',
    before: ['Logger: Freezer -80 left', 'Serial: 0042-1187', 'Interval: 10 min', ''],
    header: ['Timestamp', 'Temperature °C', 'Door'],
    rows: Array.from({ length: 30 }, (_, at) => [
      `2026-11-18 ${String(Math.floor(at / 6)).padStart(2, '0')}:${at % 6}0`,
      figure(at, [-82, -76], 1),
      at === 12 ? 'open' : 'closed',
    ]),
  }),
  written({
    name: 'cell-counter.csv',
    separator: ',',
    encoding: 'windows-1252',
    header: ['Sample', 'Total cells/mL', 'Viable (%)', 'Mean Ø (µm)'],
    rows: Array.from({ length: 8 }, (_, at) => [
      `T75 ${at}`,
      `${figure(at, [1, 9], 2)}E+06`,
      figure(at, [80, 99], 1),
      figure(at, [11, 16], 2),
    ]),
  }),
  written({
    name: 'cytometry-statistics.csv',
    separator: ',',
    header: ['', 'Lymphocytes/CD3+ | Freq. of Parent', 'Lymphocytes/CD19+ | Freq. of Parent', 'Live | Count'],
    rows: Array.from({ length: 12 }, (_, at) => [
      `Specimen_001_A${at + 1}.fcs`,
      figure(at, [20, 70], 1),
      figure(at, [3, 20], 1),
      figure(at, [5000, 90000], 0),
    ]),
  }),
  written({
    name: 'freezer-list.csv',
    separator: ';',
    header: ['Box', 'Position', 'Sample', 'Owner'],
    rows: wells(18).map((well, at) => [
      `Box ${1 + (at % 3)}`,
      well,
      `pUC19-${at}`,
      at % 2 === 0 ? 'Okafor, B.' : 'Moreau, A.',
    ]),
  }),
  written({
    name: 'nanodrop-like.tsv',
    separator: '\t',
    encoding: 'windows-1252',
    header: ['#', 'Sample ID', 'Date', 'ng/µl', '260/280', '260/230'],
    rows: Array.from({ length: 12 }, (_, at) => [
      String(at + 1),
      `gDNA ${at}`,
      '18/11/2026',
      figure(at, [12, 880], 1),
      figure(at, [1.7, 2.1], 2),
      figure(at, [1.2, 2.3], 2),
    ]),
  }),
  written({
    name: 'antibody-orders.csv',
    separator: ',',
    quotes: 'words',
    header: ['Catalog', 'Name', 'Price', 'Note'],
    rows: [
      ['ab-1', 'Anti-IL6, rabbit', '412.50', 'keep at 4 °C'],
      ['ab-2', 'Anti-TNF "clone 7"', '389.00', ''],
      ['ab-3', 'Isotype control', '120.00', 'aliquot;freeze'],
    ],
  }),
  written({
    name: 'colony-counts.csv',
    separator: ',',
    header: ['Plate', 'Dilution', 'Colonies'],
    rows: Array.from({ length: 9 }, (_, at) => [String(at + 1), `1e-${at % 4}`, figure(at, [3, 300], 0)]),
  }),
  written({
    name: 'ph-meter.csv',
    separator: ';',
    before: ['pH meter report'],
    header: ['Time', 'pH', 'mV', 'Temp'],
    rows: Array.from({ length: 10 }, (_, at) => [
      `10:0${at}`,
      figure(at, [6.8, 7.4], 2),
      figure(at, [-20, 20], 1),
      '25.0',
    ]),
  }),
  written({
    name: 'survey-german-words.csv',
    separator: ';',
    encoding: 'windows-1252',
    header: ['Name', 'Größe', 'Straße', 'Bemerkung'],
    rows: [
      ['Jürgen', '1,82 m', 'Hauptstraße 4', 'kommt später'],
      ['Zoë', '1,70 m', 'Am Tor 1', ''],
      ['Øystein', '1,91 m', 'Ring 9', '„Gast“'],
    ],
  }),
  written({
    name: 'greek-units.csv',
    separator: ',',
    encoding: 'utf-8',
    header: ['Probe', 'λ (nm)', 'ε (M⁻¹·cm⁻¹)'],
    rows: [
      ['NADH', '340', '6220'],
      ['FAD', '450', '11300'],
      ['pNP', '405', '18000'],
    ],
  }),
  written({
    name: 'footer-is-rows.csv',
    separator: ',',
    header: ['Well', 'Value', 'Unit'],
    rows: wells(10).map((well, at) => [well, figure(at, [0, 5], 2), 'mM']),
    after: ['Mean,2.41,mM', 'End of report'],
  }),
  written({
    name: 'minus-signs.csv',
    separator: ',',
    header: ['Residue', 'Shift'],
    rows: [
      ['G12', '-0.31'],
      ['A13', '+0.02'],
      ['L14', '−1.20'],
    ],
  }),
  written({
    name: 'empty-cells.csv',
    separator: ',',
    header: ['Well', 'Day 0', 'Day 1', 'Day 2'],
    rows: wells(12).map((well, at) => [
      well,
      figure(at, [0, 2], 2),
      at % 3 === 0 ? '' : figure(at + 1, [0, 2], 2),
      at % 2 === 0 ? '' : figure(at + 2, [0, 2], 2),
    ]),
  }),
];
