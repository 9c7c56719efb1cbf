import { endingOf } from '../../../../shared/name-ending.ts';
import type { FileBytes } from '../../../../shared/preview/formats/file-bytes.ts';
import { fileBehind } from '../../../../shared/preview/formats/file-port.ts';
import { withFewerCells } from '../../../../shared/preview/formats/fewer-cells.ts';
import { type FormatName, formatOf } from '../../../../shared/preview/formats/formats.ts';
import { readWith, type SectionsReader } from '../../../../shared/preview/formats/read-sections.ts';
import type { FileSections, Wish } from '../../../../shared/preview/formats/sections.ts';
import { portOf } from './port-of.ts';
import type { Asks } from '../stores/protocol.ts';
import { serveParser } from '../stores/serve-parser.ts';

/** What a worker of files of measurements is asked. */
export type SectionsAsks = {
  /** Opens a file, whose parts come over the port, and shows what is usual. */
  open: (input: SectionsFile) => Promise<FileSections>;
  /** Shows what a person chose of the file that is open. */
  show: (input: { readonly wish: Wish }) => Promise<FileSections>;
};

interface SectionsFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly port: MessagePort;
}

/** Rows and lines of a section that are shown at most. */
const MOST_ROWS = 1000;
/** Nor are more cells: each becomes an element of the page once one has scrolled to it. */
const MOST_CELLS = 20_000;

/** Answers for the formats of one worker. @param more what else it is asked. */
export function serveSections(readers: { readonly [F in FormatName]?: SectionsReader }, more: Asks = {}): void {
  let open: { readonly name: string; readonly bytes: FileBytes } | null = null;
  const show = async ({ wish }: { readonly wish: Wish }): Promise<FileSections> => {
    if (open === null) throw new Error('No file is open.');
    const format = formatOf(endingOf(open.name));
    const read = format === null ? null : (readers[format] ?? null);
    const wanted = { name: open.name, wish, mostRows: MOST_ROWS, mostCells: MOST_CELLS };
    return withFewerCells(await readWith(read, open.bytes, wanted), MOST_CELLS);
  };
  const asks: SectionsAsks = {
    open: ({ name, sizeBytes, port }) => {
      open = { name, bytes: fileBehind(portOf(port), sizeBytes) };
      return show({ wish: {} });
    },
    show,
  };
  serveParser({ ...more, ...asks });
}
