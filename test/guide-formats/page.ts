import { maybeText, MOST_TEXT_BYTES } from '../../main/search/text-extraction.ts';
import { compareVersions } from '../../shared/diff/comparison.ts';
import { FORMATS, formatOf } from '../../shared/preview/formats/formats.ts';
import { ENDINGS, isReadFirst, kindOf, maybeTable } from '../../shared/preview/kind.ts';
import { kindWords } from '../../shared/features/preview/pane-text.ts';
import { formatBytes } from '../../shared/text/format.ts';
import { familyOf } from '../service/extraction/formats.ts';
import { markdownTable } from '../setup/markdown-table.ts';
import { SAMPLES } from './samples.ts';
import { FORMATS_SHOWN, KINDS_SHOWN } from './shown.ts';

const INTRODUCTION = `# What can be looked into, file by file

_Written by \`node test/guide-formats/write.ts\` from the tables of formats; a test fails when the two differ._

What is shown of a file goes by the ending of its name; a text of an unknown ending is shown as text. “Kind” is what the window
calls it, where it has a word for it. “The command” is \`benchtop preview --text\`; “two versions” is what the window and
\`benchtop versions diff\` compare. Searched are names, and words where the service takes the text out of a file; texts of up to
${formatBytes(MOST_TEXT_BYTES)} that lie on this computer are searched here too, without a network. A sample is a public file, with the repository on
GitHub that it is from: it was opened by the command, compared with another one there as the version before, and found by name.
Where none stands, none was tried in this way.`;

/** What is true of files with some endings. */
export interface FormatLine {
  readonly endings: readonly string[];
  /** What the window calls them; empty: by their endings. */
  readonly kinds: readonly string[];
  readonly shown: string;
  readonly command: string;
  readonly compared: string;
  readonly searched: string;
  readonly samples: readonly string[];
}

/** All endings that are known, those of which the same is true together. */
export function formatLines(): readonly FormatLine[] {
  const lines = new Map<string, FormatLine>();
  for (const ending of Object.values(ENDINGS).flatMap(endings => endings.split(' '))) {
    const line = lineOf(ending);
    const { shown, command, compared, searched } = line;
    const key = JSON.stringify([formatOf(ending), kindOf(`a.${ending}`), shown, command, compared, searched]);
    const before = lines.get(key);
    lines.set(
      key,
      before === undefined
        ? line
        : {
            ...line,
            endings: [...before.endings, ending],
            kinds: [...new Set([...before.kinds, ...line.kinds])],
            samples: [...before.samples, ...line.samples],
          },
    );
  }
  return [...lines.values()];
}

/** The page for people, as `assets/guide/formats.md` has it. */
export function formatsPage(): string {
  const rows = formatLines().map(({ endings, kinds, shown, command, compared, searched, samples }) => {
    const names = `\`${endings.map(ending => `.${ending}`).join(' ')}\``;
    return [names, kinds.join(', '), shown, command, compared, searched, samples.join('; ')];
  });
  const heads = ['Files', 'Kind', 'What is shown', 'The command prints', 'Two versions', 'Searched', 'Sample'];
  return `${INTRODUCTION}\n\n${markdownTable(heads, rows)}\n`;
}

function lineOf(ending: string): FormatLine {
  const name = `a.${ending}`;
  const format = formatOf(ending);
  const sample = SAMPLES[ending];
  return {
    endings: [ending],
    // Of most endings it says no more than the ending itself.
    kinds: kindWords(name).endsWith(' file') ? [] : [kindWords(name)],
    shown: format === null ? shownOf(name) : FORMATS_SHOWN[format],
    command: commandOf(name),
    compared: comparedOf(name),
    searched: searchedOf(name),
    samples: sample === undefined ? [] : [`${sample.file} (${sample.collection})`],
  };
}

function shownOf(name: string): string {
  const kind = kindOf(name);
  return maybeTable(name) ? `${KINDS_SHOWN.text}; as a table where it is one` : KINDS_SHOWN[kind];
}

function commandOf(name: string): string {
  const kind = kindOf(name);
  const format = formatOf(name.slice(2));
  if (format !== null) return 'isText' in FORMATS[format] ? 'the same, or as it is written' : 'the same, in words';
  if (kind === 'stack') return 'size, planes, kind of pixels';
  if (kind === 'picture') return name.endsWith('.svg') ? 'as it is written' : 'width and height';
  if (kind === 'table') return 'rows with tabs between';
  if (kind === 'workbook') return 'rows of each sheet';
  if (kind === 'document' || kind === 'pdf') return 'the text';
  return maybeTable(name) ? 'lines, or rows of its tables' : 'lines';
}

/** Of what is compared as it is, the comparison itself tells how. */
function comparedOf(name: string): string {
  const kind = kindOf(name);
  if (kind === 'stack') return 'plane over plane';
  if (kind === 'workbook') return 'cell by cell, values and formulas';
  if (kind === 'document' || kind === 'pdf') return 'line by line';
  if (isReadFirst(name)) return 'facts, text and tables; not charts, pictures';
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const versions = { name, base: null, mine: bytes('a,b\n1,2\n'), theirs: bytes('a,b\n1,3\n') };
  const compared = compareVersions(versions, { by: 'best', key: null }).kind;
  if (compared === 'image') return 'picture over picture';
  if (compared === 'table') return kind === 'table' ? 'cell by cell' : 'line by line; tables cell by cell';
  return compared === 'lines' ? 'line by line' : 'size and hash';
}

function searchedOf(name: string): string {
  const family = familyOf(name);
  const format = formatOf(name.slice(2));
  if (format === 'fasta' || format === 'fastq') return 'names of its records, here';
  if (maybeText(name)) return 'words, here too';
  return family === null || family === 'picture' ? 'name' : 'words';
}
