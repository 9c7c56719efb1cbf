import { formatCount, formatNumber } from '../../text/format.ts';

/** The words of flow cytometry data. */
export const cytometryTexts = {
  run: 'Run',
  format: 'Format',
  events: 'Events',
  eventsMissing: (held: number, said: number) =>
    `${formatNumber(held)}; the file says ${formatNumber(said)}, but ends before them or has no room for them`,
  channels: 'Channels',
  dataSets: 'Data sets',
  dataSet: (at: number) => `Data set ${formatNumber(at)}`,
  type: 'Stored as',
  types: { I: 'integers', F: 'numbers of single precision', D: 'numbers of double precision', A: 'digits (ASCII)' },
  order: 'Order of bytes',
  little: 'least first (little endian)',
  big: 'most first (big endian)',
  compensation: 'Compensation',
  matrix: 'The file carries a matrix; it is not applied here.',
  known: {
    $CYT: 'Instrument',
    $CYTSN: 'Serial number',
    $DATE: 'Date',
    $BTIM: 'Began',
    $ETIM: 'Ended',
    $FIL: 'Original file',
    $SMNO: 'Sample number',
    $SRC: 'Sample',
    'TUBE NAME': 'Tube',
    $WELLID: 'Well',
    $PLATENAME: 'Plate',
    $OP: 'Operator',
    $INST: 'Institution',
    $EXP: 'Experimenter',
    $SYS: 'Computer',
    CREATOR: 'Software',
    $COM: 'Comment',
    $VOL: 'Volume (nl)',
    $ABRT: 'Events lost by coincidence',
    $LOST: 'Events lost by the computer',
  },
  values: 'Values',
  packedByBits: 'Some channels are packed by bits rather than bytes, so the events are not read here.',
  mixedOrder: (order: string) =>
    `The order of bytes is ${order}, which no computer has had for long, so the events are not read here.`,
  asDigits: 'The events are stored as digits, so they are not read here.',
  notList: (mode: string) => `The mode is ${mode}: counts instead of single events, which are not read here.`,
  columns: ['Channel', 'Name', 'Marker', 'Range', 'Bits', 'Scale', 'Gain', 'Voltage'],
  linear: 'linear',
  log: (decades: string, from: string) => `log, ${decades} decades from ${from}`,
  x: 'Along',
  y: 'Up',
  scaleOf: { x: 'Scale along', y: 'Scale up' },
  scales: { linear: 'Linear', log: 'Logarithmic', asinh: 'Linear near 0, then logarithmic (asinh)' },
  asinhOf: (name: string, cofactor: number) => `${name} (asinh of value / ${cofactor})`,
  scatter: (x: string, y: string) => `${y} over ${x}`,
  histogram: (name: string) => `Histogram of ${name}`,
  count: 'Events',
  everyNth: (nth: number, all: number) => `Every ${ordinal(nth)} of ${formatCount(all, 'event')}.`,
  spread: (shown: number, all: number, places: number) =>
    `${formatNumber(shown)} of ${formatCount(all, 'event')}, read at ${formatNumber(places)} places spread evenly over the file.`,
  notOnLog: (count: number) =>
    `${formatCount(count, 'event')} of 0 or less ${count === 1 ? 'has' : 'have'} no place on it.`,
  firstEvents: 'First events, as stored',
  event: 'Event',
  keywords: 'Keywords',
  keyword: 'Keyword',
  value: 'Value',
} as const;

function ordinal(nth: number): string {
  const [tens, ones] = [nth % 100, nth % 10];
  const ending = tens > 10 && tens < 14 ? 'th' : ones === 1 ? 'st' : ones === 2 ? 'nd' : ones === 3 ? 'rd' : 'th';
  return `${formatNumber(nth)}${ending}`;
}
