import { WELLS, comma, seeded } from './seeded.ts';

/** Plate data as the reader and the cycler export them: semicolons, decimal commas, CRLF. */

const ROWS = [...'ABCDEFGH'];
const DOSES_NM = [0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];

/** What stands in each well of a TNF-α ELISA: standards in columns 1 and 2, samples beside. */
export function elisaMap(plate: number): string {
  const lines = ['Well;Content;Compound;nM;LPS (ng/mL);Replicate'];
  for (const well of WELLS) {
    const row = ROWS.indexOf(well.charAt(0));
    const column = Number(well.slice(1));
    if (column <= 2) lines.push(`${well};${row === 7 ? 'Blank' : `Standard ${1000 / 2 ** row} pg/mL`};;;;${column}`);
    else if (row === 7) lines.push(`${well};Vehicle, no LPS;DMSO;0;0;${column - 2}`);
    else lines.push(`${well};Plate ${plate}, dose ${column - 2};KST-118;${DOSES_NM[column - 3] ?? 0};100;${row + 1}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** A plate of absorbances at 450 nm. `blank` is what an empty well reads, `ic50` the compound's in nM. */
export function elisaPlate(options: { seed: number; date: string; blank: number; ic50: number }): string {
  const dice = seeded(options.seed);
  const absorbance = (pgPerMl: number): number => options.blank + (3.1 * pgPerMl) / (pgPerMl + 620);
  const lines = [
    `Plate;TNF-α ELISA`,
    `Date;${options.date}`,
    'Wavelength;450 nm;Reference;570 nm',
    'Temperature;23,4 °C',
    '',
  ];
  lines.push(`<>;${Array.from({ length: 12 }, (_, index) => index + 1).join(';')}`);
  ROWS.forEach((name, row) => {
    const values = Array.from({ length: 12 }, (_, column) => {
      if (column < 2) return absorbance(row === 7 ? 0 : 1000 / 2 ** row);
      if (row === 7) return absorbance(9);
      const dose = DOSES_NM[column - 2] ?? 0;
      return absorbance(60 + 720 / (1 + dose / options.ic50));
    });
    lines.push(
      `${name};${values.map(value => comma(Math.max(0.04, dice.around(value, 0.02 * value + 0.004)), 3)).join(';')}`,
    );
  });
  return `${lines.join('\r\n')}\r\n`;
}

/** The standard curve of an ELISA with its fit. */
export function elisaStandards(seed: number): string {
  const dice = seeded(seed);
  const lines = ['pg/mL;OD 1;OD 2;Mean;CV %;Back-calculated'];
  for (let step = 0; step < 7; step += 1) {
    const dose = 1000 / 2 ** step;
    const mean = (3.1 * dose) / (dose + 620);
    const [one, two] = [dice.around(mean, 0.015), dice.around(mean, 0.015)];
    const centre = (one + two) / 2;
    const spread = (Math.abs(one - two) / Math.SQRT2 / centre) * 100;
    const back = dice.around(dose, dose * 0.03);
    lines.push(
      [comma(dose, 2), comma(one, 3), comma(two, 3), comma(centre, 3), comma(spread, 1), comma(back, 1)].join(';'),
    );
  }
  lines.push('', '4PL;A 0,041;B 1,02;C 618;D 3,12', 'R²;0,9984');
  return `${lines.join('\r\n')}\r\n`;
}

const TARGETS: readonly (readonly [target: string, control: number, treated: number, melt: number])[] = [
  ['GAPDH', 17.2, 17.3, 84.5],
  ['RPLP0', 18.9, 18.8, 82],
  ['TNF', 21.4, 23.9, 86],
  ['IL6', 24.8, 26.6, 79.5],
];

/** Ct values of a run: four targets, vehicle and treated, triplicates and controls; `ntcCt` is what the IL6 control shows. */
export function ctTable(seed: number, ntcCt: number | null): string {
  const dice = seeded(seed);
  const lines = ['Well;Sample;Target;Ct;Tm1;Tm2;Quality'];
  WELLS.forEach((well, index) => {
    const [target, control, treated, melt] = TARGETS[Math.floor(index / 24)] ?? TARGETS[0] ?? ['', 0, 0, 0];
    const within = index % 24;
    const isControl = within >= 21;
    const dose = Math.floor(within / 3);
    const sample = isControl ? 'NTC' : dose === 0 ? 'Vehicle' : `KST-118 ${DOSES_NM[dose + 1]} nM`;
    const mean = control + ((treated - control) * dose) / 6;
    const tm = comma(dice.around(melt, 0.12), 1);
    if (!isControl) lines.push(`${well};${sample};${target};${comma(dice.around(mean, 0.09), 2)};${tm};;OK`);
    else if (ntcCt === null || target !== 'IL6') lines.push(`${well};${sample};${target};;;;No amplification`);
    else lines.push(`${well};${sample};${target};${comma(dice.around(ntcCt, 0.4), 2)};${tm};74,0;Late`);
  });
  return `${lines.join('\r\n')}\r\n`;
}

/** Melt curves as the cycler exports them: tabs, and a first line that tells spreadsheets so. */
export function meltCurves(seed: number): string {
  const dice = seeded(seed);
  const lines = ['sep=\t', ['Temperature (°C)', 'A1 −dF/dT', 'C1 −dF/dT', 'E1 −dF/dT', 'G1 −dF/dT'].join('\t')];
  for (let tenth = 650; tenth <= 950; tenth += 5) {
    const celsius = tenth / 10;
    const peaks = TARGETS.map(
      ([, , , melt]) => 0.9 * Math.exp(-((celsius - melt) ** 2) / 1.8) + dice.around(0.02, 0.004),
    );
    lines.push([comma(celsius, 1), ...peaks.map(value => comma(value, 4))].join('\t'));
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** A dose response of viability, with a leading `sep=`: one row per dose, six wells each. */
export function viability(options: { seed: number; line: string; toxicNm: number }): string {
  const dice = seeded(options.seed);
  const lines = ['sep=\t', `# MTT 48 h\t${options.line}\tKST-118`, 'nM\tW1\tW2\tW3\tW4\tW5\tW6\tMean %\tSD'];
  for (const dose of DOSES_NM) {
    const expected = 100 / (1 + (dose / options.toxicNm) ** 1.2);
    const wells = Array.from({ length: 6 }, () => dice.around(expected, 3.2));
    const mean = wells.reduce((sum, value) => sum + value, 0) / 6;
    const deviation = Math.sqrt(wells.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 5);
    lines.push([dose, ...wells.map(value => comma(value, 1)), comma(mean, 1), comma(deviation, 1)].join('\t'));
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** Band volumes of a blot. */
export function bandVolumes(seed: number): string {
  const dice = seeded(seed);
  const folds = [1, 2.3, 4.1, 2.8, 1.5, Number.NaN, 1.4, 1.2];
  const lines = ['Lane;pERK volume;ERK volume;Background;pERK/ERK;Fold of lane 1;Remark'];
  const loading = folds.map(() => dice.around(184_000, 6_000));
  folds.forEach((fold, index) => {
    const erk = loading[index] ?? 0;
    const background = dice.around(2_100, 120);
    if (Number.isNaN(fold)) lines.push(`${index + 1};;${erk.toFixed(0)};${background.toFixed(0)};;;bubble`);
    else {
      const phospho = erk * 0.18 * fold;
      const cells = [
        index + 1,
        phospho.toFixed(0),
        erk.toFixed(0),
        background.toFixed(0),
        comma(phospho / erk, 3),
        comma(fold, 2),
        '',
      ];
      lines.push(cells.join(';'));
    }
  });
  return `${lines.join('\r\n')}\r\n`;
}

/** A plate whose export broke off when the reader's computer crashed: whole lines, then half a block of memory. */
export function crashedPlate(): Uint8Array {
  const dice = seeded(77);
  const whole = Buffer.from(elisaPlate({ seed: 77, date: '2026-10-12', blank: 0.06, ic50: 110 }).slice(0, 310), 'utf8');
  const rubbish = Uint8Array.from({ length: 2741 }, () => (dice.next() < 0.35 ? 0 : Math.floor(dice.next() * 256)));
  return Buffer.concat([whole, rubbish]);
}
