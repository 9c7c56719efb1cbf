import { type DocumentBlock, type DocumentCell, type DocumentRun, type DocumentSummary } from '../office/document.ts';

/** More blocks and cells are not laid out. */
const MOST_BLOCKS = 20_000;
/** No table of a document has more columns. */
const MOST_ACROSS = 64;

/** There are more blocks than are laid out. */
class Enough extends Error {}

/** Puts the blocks of a document one below the other, for readers that hear it from beginning to end. */
export class Blocks {
  readonly #blocks: DocumentBlock[] = [];
  #runs: DocumentRun[] = [];
  /** Tables inside tables: the outer ones wait. */
  readonly #tables: { readonly rows: DocumentCell[][]; readonly before: DocumentRun[] }[] = [];
  #count = 0;

  /** Text of the paragraph that is under way. */
  say(text: string, how: Partial<Omit<DocumentRun, 'text'>> = {}): void {
    if (text !== '') this.#runs.push({ text, isBold: false, isItalic: false, place: 'line', ...how });
  }

  /** The paragraph under way is over. In a cell it is followed by the next line of it. */
  end(as: { readonly heading: number } | { readonly point: string; readonly level: number } | 'paragraph'): void {
    if (this.#tables.length > 0) {
      if (this.#runs.length > 0) this.say('\n');
      return;
    }
    const runs = this.#runs;
    this.#runs = [];
    if (!runs.some(({ text }) => text.trim() !== '')) return;
    if (as === 'paragraph') this.add({ is: 'paragraph', runs });
    else if ('heading' in as) this.add({ is: 'heading', level: Math.min(6, Math.max(1, as.heading)), runs });
    else this.add({ is: 'point', level: Math.min(8, Math.max(0, as.level)), mark: as.point, runs });
  }

  add(block: DocumentBlock): void {
    if (++this.#count > MOST_BLOCKS) throw new Enough();
    this.#blocks.push(block);
  }

  beginTable(): void {
    this.#tables.push({ rows: [], before: this.#runs });
    this.#runs = [];
  }

  beginRow(): void {
    this.#tables.at(-1)?.rows.push([]);
  }

  /** The text since the last cell is one. @param across how many columns wide it is. */
  endCell(across = 1): void {
    const row = this.#tables.at(-1)?.rows.at(-1);
    const runs = withoutLastLineEnd(this.#runs);
    this.#runs = [];
    row?.push({ runs, across: Math.min(MOST_ACROSS, Math.max(1, across)) });
    if (++this.#count > MOST_BLOCKS) throw new Enough();
  }

  endTable(): void {
    const table = this.#tables.pop();
    if (table === undefined) return;
    this.#runs = table.before;
    const rows = table.rows.filter(row => row.length > 0);
    if (this.#tables.length === 0) {
      if (rows.length > 0) this.add({ is: 'table', rows });
      return;
    }
    // Of a table in a cell the texts are kept, a line each.
    for (const { runs } of rows.flat()) {
      for (const run of runs) this.#runs.push(run);
      this.say('\n');
    }
  }

  get isInTable(): boolean {
    return this.#tables.length > 0;
  }

  /** All blocks that `read` adds, or as many as are laid out. */
  static of(read: (blocks: Blocks) => void): DocumentSummary {
    const blocks = new Blocks();
    try {
      read(blocks);
      blocks.end('paragraph');
      return { blocks: blocks.#blocks, isCut: false };
    } catch (thrown) {
      if (!(thrown instanceof Enough)) throw thrown;
      return { blocks: blocks.#blocks, isCut: true };
    }
  }
}

function withoutLastLineEnd(runs: readonly DocumentRun[]): readonly DocumentRun[] {
  return runs.at(-1)?.text === '\n' ? runs.slice(0, -1) : runs;
}
