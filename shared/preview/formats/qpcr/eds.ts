import { qpcrTexts as texts } from '../../../features/preview/measurements-text.ts';
import { archiveTexts } from '../../../features/preview/files-text.ts';
import { MIB } from '../../../units.ts';
import { Archive } from '../../office/archive.ts';
import { UnreadableError } from '../../unreadable.ts';
import { type FileBytes, readWhole } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, Section } from '../sections.ts';
import { elementAt, everyOf, textAt, type XmlElement, xmlTree } from '../xml-tree.ts';
import { numberedWell, type Reaction, reactionSections } from './curves.ts';

const MOST_BYTES = 50 * MIB;
const FOLDER = 'apldbio/sds/';

/** Reads a qPCR run of Applied Biosystems: what was run, the results and curves of its last analysis. @throws UnreadableError */
export async function readEds(file: FileBytes, { mostRows }: SectionsRequest): Promise<FileSections> {
  const archive = new Archive(await readWhole(file, MOST_BYTES));
  if (!archive.has(`${FOLDER}experiment.xml`)) throw new UnreadableError(archiveTexts.otherKind);
  const experiment = xmlTree(archive.text(`${FOLDER}experiment.xml`));
  const setup = `${FOLDER}plate_setup.xml`;
  const plate = archive.has(setup) ? xmlTree(archive.text(setup)) : null;
  const facts: readonly (readonly [string, string])[] = [
    [texts.name, textAt(experiment, 'Name')],
    [texts.kind, textAt(experiment, 'Type', 'Name')],
    [texts.operator, textAt(experiment, 'Operator')],
    [texts.made, dateOf(textAt(experiment, 'CreatedTime'))],
    [texts.instrument, textAt(elementAt(experiment, 'Instrument') ?? experiment, 'InstrumentTypeId')],
    [texts.targets, plate === null ? '' : [...targetsOf(plate)].join(', ')],
  ];
  const result = `${FOLDER}analysis_result.txt`;
  const columns = plate === null ? 0 : Number(textAt(plate, 'Columns'));
  const reactions = archive.has(result) ? reactionsOf(archive.text(result), columns) : [];
  const none: Section = { is: 'lines', title: '', look: 'prose', lines: [texts.noCurves] };
  const sections: Section[] = [
    { is: 'facts', title: texts.run, facts: facts.filter(([, value]) => value !== '') },
    ...(reactions.length === 0 ? [none] : reactionSections({ run: '', signal: texts.deltaRn, reactions }, mostRows)),
  ];
  return { sections, isCut: reactions.length > mostRows };
}

function targetsOf(plate: XmlElement): ReadonlySet<string> {
  const names = [...everyOf(plate, 'Detector')].map(detector => textAt(detector, 'Name'));
  return new Set(names.filter(name => name !== ''));
}

/** Milliseconds since 1970, as the program writes times. */
function dateOf(text: string): string {
  const time = Number(text);
  return text === '' || !Number.isFinite(time) || Math.abs(time) > 8.64e15 ? text : new Date(time).toISOString();
}

/** A line a well, with tabs; the curves of it follow in lines of their own. */
function reactionsOf(text: string, plateColumns: number): readonly Reaction[] {
  const reactions: Reaction[] = [];
  let columns: readonly string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const fields = line.split('\t').map(field => field.trim());
    const [first = ''] = fields;
    if (/^well$/i.test(first)) columns = fields.map(field => field.toLowerCase());
    else if (/^delta rn values?$/i.test(first)) addCurve(reactions, fields.slice(1));
    else if (/^\d+$/.test(first) && columns.length > 0) reactions.push(reactionOf(fields, columns, plateColumns));
  }
  return reactions;
}

function addCurve(reactions: Reaction[], fields: readonly string[]): void {
  const last = reactions.pop();
  if (last === undefined) return;
  const values = fields.filter(field => field !== '').map(Number);
  reactions.push({ ...last, fluorescence: values });
}

function reactionOf(fields: readonly string[], columns: readonly string[], plateColumns: number): Reaction {
  const field = (...names: readonly string[]): string => {
    const at = columns.findIndex(column => names.includes(column));
    return at === -1 ? '' : (fields[at] ?? '');
  };
  const cq = field('ct', 'cт', 'cq');
  return {
    // The wells of a plate are numbered from 0.
    well: field('well position') || (numberedWell(Number(field('well')), plateColumns) ?? field('well')),
    sample: field('sample name', 'sample'),
    target: field('detector', 'detector name', 'target name', 'target'),
    cq: /^undetermined$|^-1(?:\.0*)?$/i.test(cq) ? '' : cq,
    fluorescence: [],
  };
}
