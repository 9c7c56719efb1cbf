import { qpcrTexts as texts } from '../../../features/preview/measurements-text.ts';
import { archiveTexts } from '../../../features/preview/files-text.ts';
import { MIB } from '../../../units.ts';
import { decode } from '../../encoding.ts';
import { Archive } from '../../office/archive.ts';
import { UnreadableError } from '../../unreadable.ts';
import { type FileBytes, readWhole } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, Section } from '../sections.ts';
import { childrenOf, elementAt, everyOf, textAt, type XmlElement, xmlTree } from '../xml-tree.ts';
import { numberedWell, type Reaction, reactionSections } from './curves.ts';

const MOST_BYTES = 50 * MIB;

/** Reads qPCR runs in the RDML format: samples, targets, reactions with their Cq, and amplification curves. @throws UnreadableError */
export async function readRdml(file: FileBytes, { mostRows }: SectionsRequest): Promise<FileSections> {
  const root = xmlTree(xmlOf(await readWhole(file, MOST_BYTES)));
  if (root.name !== 'rdml') throw new UnreadableError(archiveTexts.otherKind);
  const runs = [...everyOf(root, 'run')].filter(run => childrenOf(run, 'react').length > 0);
  const made = textAt(root, 'dateMade');
  const facts: readonly (readonly [string, string])[] = [
    [texts.version, root.attribute('version') ?? ''],
    [texts.made, made],
    [texts.samples, String(childrenOf(root, 'sample').length)],
    [
      texts.targets,
      childrenOf(root, 'target')
        .map(({ attribute }) => attribute('id') ?? '')
        .join(', '),
    ],
  ];
  const sections: Section[] = [
    { is: 'facts', title: texts.run, facts: facts.filter(([, value]) => value !== '') },
    ...runs.flatMap(run => {
      const name = runs.length > 1 ? (run.attribute('id') ?? '') : '';
      return reactionSections({ run: name, signal: texts.fluorescence, reactions: reactionsOf(run) }, mostRows);
    }),
  ];
  return { sections, isCut: sections.some(each => each.is === 'table' && each.total > each.rows.length) };
}

/** In a zip, or, of the first version, as it is. */
function xmlOf(bytes: Uint8Array): string {
  if (bytes[0] !== 0x50) return decode(bytes, 'utf-8');
  const archive = new Archive(bytes);
  const name = archive.names.find(each => each.endsWith('.xml'));
  if (name === undefined) throw new UnreadableError(archiveTexts.otherKind);
  return archive.text(name);
}

function reactionsOf(run: XmlElement): readonly Reaction[] {
  const columns = Number(textAt(run, 'pcrFormat', 'columns')) || 0;
  return childrenOf(run, 'react').flatMap(react => {
    const id = react.attribute('id') ?? '';
    return childrenOf(react, 'data').map(data => {
      const points = childrenOf(data, 'adp');
      const cq = textAt(data, 'cq');
      return {
        // Reactions are numbered from 1; on a plate they are known by letter and number.
        well: numberedWell(Number(id) - 1, columns) ?? id,
        sample: elementAt(react, 'sample')?.attribute('id') ?? '',
        target: elementAt(data, 'tar')?.attribute('id') ?? '',
        // Programs write −1 where no cycle reached the threshold.
        cq: Number(cq) < 0 ? '' : cq,
        fluorescence: points.map(point => Number(textAt(point, 'fluor') || Number.NaN)),
      };
    });
  });
}
