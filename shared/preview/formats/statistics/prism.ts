import { prismTexts as texts } from '../../../features/preview/measurements-text.ts';
import { archiveTexts } from '../../../features/preview/files-text.ts';
import { MIB } from '../../../units.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import { type FileBytes, readWhole } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, Section, TableSection } from '../sections.ts';
import { childrenOf, elementAt, everyOf, textAt, wholeText, type XmlElement, xmlTree } from '../xml-tree.ts';

const MOST_BYTES = 50 * MIB;

/** Reads the tables and notes of a Prism file in XML. Graphs and analyses are not in it. @throws UnreadableError */
export async function readPrism(file: FileBytes, { mostRows }: SectionsRequest): Promise<FileSections> {
  const text = decode(await readWhole(file, MOST_BYTES), 'utf-8');
  if (!/<GraphPadPrismFile\b/.test(text.slice(0, 10_000))) throw new UnreadableError(archiveTexts.otherKind);
  const root = xmlTree(text);
  const facts = [...everyOf(root, 'Constant')].map(
    constant => [textAt(constant, 'Name'), textAt(constant, 'Value')] as const,
  );
  const notes = wholeText(elementAt(root, 'Info', 'Notes'));
  const tables = root.children.filter(({ name }) => name === 'Table' || name === 'HugeTable');
  const shown = tables.map(table => tableOf(table, mostRows));
  const sections: Section[] = [
    { is: 'facts', title: texts.info, facts: facts.filter(([, value]) => value !== '') },
    ...(notes === '' ? [] : [{ is: 'lines', title: texts.notes, look: 'prose', lines: notes.split('\n') } as const]),
    ...shown,
  ];
  return { sections, isCut: shown.some(({ rows, total }) => total > rows.length) };
}

/** Prism's columns stand side by side; a column of repeated values has a part for each. */
function tableOf(table: XmlElement, mostRows: number): TableSection {
  const columns = table.children
    .filter(({ name }) => /^(?:RowTitlesColumn|XColumn|XAdvancedColumn|YColumn)$/.test(name))
    .flatMap(column => {
      const title = wholeText(elementAt(column, 'Title'));
      const parts = childrenOf(column, 'Subcolumn');
      return parts.map((part, at) => ({
        name: parts.length > 1 ? `${title} ${at + 1}` : title,
        // What a person excluded stays in the table and is marked, as Prism does it.
        values: childrenOf(part, 'd').map(
          value => `${wholeText(value)}${value.attribute('Excluded') === '1' ? '*' : ''}`,
        ),
      }));
    });
  const total = columns.reduce((most, { values }) => Math.max(most, values.length), 0);
  return {
    is: 'table',
    title: wholeText(elementAt(table, 'Title')),
    columns: columns.map(({ name }) => name),
    rows: Array.from({ length: Math.min(total, mostRows) }, (_, row) => columns.map(({ values }) => values[row] ?? '')),
    total,
  };
}
