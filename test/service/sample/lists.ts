import { comma, seeded } from './seeded.ts';

/** Inventory and instrument files: lists, settings, exports. */

/** Text in Windows-1252, as an old spreadsheet saves it. Only letters of that page. */
export function windowsText(text: string): Uint8Array {
  return Buffer.from(text.replaceAll('€', '\u0080').replaceAll('–', '\u0096'), 'latin1');
}

/** Text in UTF-16 with its mark, little end first, as Windows instruments write it. */
export function utf16Text(text: string): Uint8Array {
  return Buffer.from(`\uFEFF${text}`, 'utf16le');
}

export const ANTIBODIES = `Target;Clone;Host;Lot;Dilution WB;Stock;Position;Opened;By
pERK1/2 (Thr202/Tyr204);K11;rabbit;7;1:1000;empty;;2026-03-02;JB
pERK1/2 (Thr202/Tyr204);K11;rabbit;9;1:1000;120 µL;Freezer 1 A-1-03;2026-09-28;JB
ERK1/2 total;E4;mouse;4;1:2000;85 µL;Freezer 1 A-1-04;2026-01-19;JB
β-Actin;AC-2;mouse;31;1:10000;240 µL;Freezer 1 A-1-07;2025-11-05;AT
p38 (Thr180/Tyr182);D3;rabbit;2;1:1000;50 µL;Freezer 1 A-1-09;;JB
JNK (Thr183/Tyr185);G9;mouse;5;1:1000;50 µL;Freezer 1 A-1-10;;JB
anti-rabbit HRP;polyclonal;goat;22A;1:5000;900 µL;4 °C;2026-10-30;JB
anti-mouse HRP;polyclonal;goat;18C;1:5000;400 µL;4 °C;2026-04-11;AT
`;

export const ANTIBODIES_BEFORE = ANTIBODIES.split('\n')
  .filter(line => !line.includes('22A') && !line.includes('JNK'))
  .join('\n')
  .replace('9;1:1000;120 µL;Freezer 1 A-1-03;2026-09-28', '9;1:1000;200 µL;Freezer 1 A-1-03;');

export const CHEMICALS = `Chemical;Purity;Amount;Price (€);Hazard;Place
Acrylamide 30 % (37.5:1);–;2 × 500 mL;61,40;H340 H350;Cold room 4 °C
APS;98 %;100 g;24,90;H272 H334;Cabinet 2
BSA fraction V;96 %;250 g;189,00;–;Cold room 4 °C
DMSO, cell culture grade;99,9 %;3 × 10 mL;42,00;–;Cabinet 1
MTT;98 %;1 g;96,50;H341;–20 °C
Methanol;99,8 %;2,5 L;19,80;H225 H301;Solvents
2-Mercaptoethanol;99 %;100 mL;37,20;H301 H310;Hood
TEMED;99 %;50 mL;31,00;H225 H302;Cabinet 2
Triton X-100;–;250 mL;28,70;H302 H318;Cabinet 1
`;

export const OLIGOS = `Name,Sequence 5'-3',Tm (°C),Amplicon (bp),Stock (µM),Ordered
GAPDH_F,CATCACTGCCACCCAGAAGACTG,61.2,153,100,2024-02-12
GAPDH_R,ATGCCAGTGAGCTTCCCGTTCAG,62.0,153,100,2024-02-12
RPLP0_F,GCTTCGTGTTCACCAAGGAGGA,60.8,137,100,2024-02-12
RPLP0_R,GTCCTAGACCAGTGTTCTGAGC,60.1,137,100,2024-02-12
TNF_F,GGTGCCTATGTCTCAGCCTCTT,60.9,139,100,2026-08-20
TNF_R,GCCATAGAACTGATGAGAGGGAG,60.3,139,100,2026-08-20
IL6_F,TACCACTTCACAAGTCGGAGGC,60.6,116,100,2026-08-20
IL6_R,CTGCAAGTGCATCATCGTTGTTC,60.0,116,100,2026-08-20
`;

export const OLIGOS_NEW = `${OLIGOS}IL6_F2,CCAAGAGGTGAGTGCTTCCCAA,60.7,121,100,2026-10-28
IL6_R2,CTGTTGTTCAGACTCTCTCCCT,59.6,121,100,2026-10-28
`;

/** Which box stands where in the first freezer. */
export function freezerMap(): string {
  const lines = ['Rack;Shelf;Box;Content;Vials;Owner;Since'];
  const contents = [
    'HEK293T p18–p22',
    'RAW 264.7 p3–p5',
    'HeLa p12',
    'A549 p9',
    'THP-1 p6',
    'RNA KST-118 runs 20–23',
    'KST-118 10 mM',
    'Plasmids',
  ];
  const dice = seeded(4);
  for (const rack of ['A', 'B', 'C']) {
    for (let shelf = 1; shelf <= 4; shelf += 1) {
      const content = contents[Math.floor(dice.next() * contents.length)] ?? '';
      const vials = 4 + Math.floor(dice.next() * 70);
      lines.push(
        `${rack};${shelf};${shelf * 3 + 1};${content};${vials};${['MH', 'JB', 'AT'][shelf % 3]};2026-0${1 + shelf}-11`,
      );
    }
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** Ten weighings per volume and pipette. */
export function pipetteCheck(): string {
  const dice = seeded(12);
  const lines = ['Pipette;Volume (µL);Mean (mg);Systematic %;CV %;Result'];
  for (const [pipette, volume, drift] of [
    ['P2 no. 1', 2, 0.8],
    ['P20 no. 2', 20, 0.3],
    ['P20 no. 4', 2, 5.6],
    ['P200 no. 1', 200, 0.2],
    ['P1000 no. 3', 1000, -0.1],
  ] as const) {
    const systematic = dice.around(drift, 0.1);
    const mean = volume * (1 + systematic / 100);
    lines.push(
      [
        pipette,
        volume,
        comma(mean, 3),
        comma(systematic, 2),
        comma(Math.abs(dice.around(0.4, 0.1)), 2),
        drift > 4 ? 'FAIL, red tape' : 'ok',
      ].join(';'),
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** What the plate reader writes beside every plate. */
export function readerLog(plate: number, date: string): string {
  const lines = [
    'Microplate reader export v3.2',
    `Plate:\t${plate}`,
    `Date:\t${date}`,
    'Method:\tELISA 450/570',
    'Shake:\t5 s, orbital, 2 mm',
    'Target temperature:\t—',
    'Lamp hours:\t1 204',
    'Filter:\t450 nm ± 5 nm',
    'Ergebnis:\tMessung vollständig',
    '',
  ];
  return lines.join('\r\n');
}

export const CYCLER_SETTINGS = {
  instrument: 'Real-time cycler, block 96',
  run: 23,
  operator: 'Jonas Brandt',
  startedAt: '2026-11-09T13:42:10+01:00',
  programme: [
    { step: 'denature', celsius: 95, seconds: 180 },
    {
      step: 'cycle',
      repeats: 40,
      parts: [
        { celsius: 95, seconds: 5 },
        { celsius: 60, seconds: 20, read: true },
      ],
    },
    { step: 'melt', fromCelsius: 65, toCelsius: 95, stepCelsius: 0.5 },
  ],
  dye: 'SYBR Green',
  threshold: 0.18,
  baseline: [3, 12],
};

export const READER_CALIBRATION = {
  instrument: 'Plate reader 2',
  calibratedAt: '2026-08-04',
  nextDue: '2027-02-04',
  wavelengthsNm: [405, 450, 492, 562, 570, 620, 650],
  linearity: { r2: 0.9997, upToOd: 3.4 },
  performedBy: 'service visit 26-0817',
};

export const HPLC_METHOD = `# Purity, small molecules
method: PUR-05
column: C18 150 x 4.6 mm, 3.5 µm, no. 7
flow_ml_per_min: 1.0
oven_celsius: 30
injection_ul: 10
detector: {wavelength_nm: 254, bandwidth_nm: 4}
gradient:            # minutes, % B (acetonitrile + 0.1 % formic acid)
  - [0.0, 10]
  - [2.0, 10]
  - [10.0, 90]
  - [12.0, 90]
  - [12.1, 10]
  - [15.0, 10]
samples:
  - {name: blank, vial: 1}
  - {name: "KST-118, 0.5 mg/mL", vial: 2, injections: 3}
`;

export const SAMPLE_SHEET = `experiment: KST-118 dose response, TNF ELISA
cells: {line: RAW 264.7, passage: 12, per_well: 50000}
stimulus: {name: LPS, ng_per_ml: 100, hours: 6}
compound:
  name: KST-118
  lot: "2609"
  doses_nm: [0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10000]
  dmso_percent: 0.1
plates: [2, 3, 4]
excluded:
  - {plate: 3, well: D7, why: bubble}
`;

export const SAMPLE_SHEET_BEFORE = SAMPLE_SHEET.slice(0, SAMPLE_SHEET.indexOf('excluded'));
